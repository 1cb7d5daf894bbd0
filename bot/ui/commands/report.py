"""/report: report the opponent in a game to the operator."""

import logging

from discord import app_commands

from bot.context.request import Request, with_request
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.use_cases.reports import ReportReason
from bot.ui.command_options import choices_of
from bot.ui.responses import reply
from bot.words import reports

log = logging.getLogger(__name__)

LARGEST = 2**53 - 1  # the largest integer that Discord accepts


@app_commands.command(name="report", description=reports.REPORT_COMMAND())
@app_commands.describe(game=reports.REPORT_GAME(), reason=reports.REPORT_REASON())
@app_commands.choices(reason=choices_of(reports.REASONS))
@with_request
async def command(request: Request, game: app_commands.Range[int, 1, LARGEST], reason: str) -> None:
    report = await request.services.reports.report(request.actor, game, ReportReason(reason))
    if report is not None:
        request.context.metrics.reports.inc()
        log.warning(
            "report %d: user %d reports user %d in game %d: %s",
            report.id,
            request.actor.user_id,
            report.reported_id,
            report.game_id,
            report.reason,
        )
    await reply(request, OutgoingMessage(reports.reported(game)))
