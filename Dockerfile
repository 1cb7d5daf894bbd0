# Two stages: the first builds the wheel and installs what is pinned, the second holds only the result.
# See docs/hosting.md. Pin the base image by digest in your own copy: `docker buildx imagetools inspect python:3.11-slim-bookworm`.
FROM python:3.11-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
# constraints-sparring.txt adds what levels 3 to 6 of the computer opponent need: 281 MB
ARG PINNED=constraints.txt
WORKDIR /src
COPY constraints.txt constraints-sparring.txt ./
RUN python -m venv /opt/lifeline \
 && /opt/lifeline/bin/python -m pip install --quiet --require-hashes -r $PINNED
COPY pyproject.toml README.md ./
COPY rules/ rules/
COPY renderer/ renderer/
COPY sparring/ sparring/
COPY sandbox/ sandbox/
COPY bot/ bot/
RUN /opt/lifeline/bin/python -m build --wheel --no-isolation --outdir /wheel . \
 && /opt/lifeline/bin/python -m pip install --quiet --no-deps /wheel/*.whl \
 && /opt/lifeline/bin/python -m pip uninstall --quiet --yes build setuptools pip

FROM python:3.11-slim-bookworm
# libfribidi: names in Arabic, Hebrew and Devanagari in pictures
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libfribidi0 \
 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin lifeline \
 && install -d -o lifeline -g lifeline -m 700 /data
COPY --from=build /opt/lifeline /opt/lifeline
ENV PATH=/opt/lifeline/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/lifeline.db \
    BACKUP_DIR=/data/backups \
    LOG_FORMAT=json \
    MONITOR_PORT=9464
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
