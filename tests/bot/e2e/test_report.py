"""Reports of opponents through the whole bot: the answer, the log, the metric, the list."""

import logging

from bot.operations.reports import report_lines

REPORTING = "bot.ui.commands.report"  # the logger


async def test_a_report_reaches_the_operator_and_not_the_opponent(table, caplog):
    await table.game()
    await table.settled()
    seen = len(table.ben.messages(table.channel))
    with caplog.at_level(logging.WARNING, REPORTING):
        answer = await table.ann.slash("report", game=table.number, reason="stalling")
    assert f"Game {table.number} was reported to this bot" in answer.content
    said = f"user {table.ann.id} reports user {table.ben.id} in game {table.number}: stalling"
    context = table.app.context
    (report,) = await context.services.reports.find_latest()
    logged = [each.getMessage() for each in caplog.records if each.name == REPORTING]
    assert logged == [f"report {report.id}: {said}"]

    assert context.metrics.registry.get_sample_value("lifeline_reports_total") == 1
    (line,) = report_lines([report], [])
    assert f"game {table.number} (lifeline), Ann ({table.ann.id}) reports Ben" in line
    await table.settled()
    assert len(table.ben.messages(table.channel)) == seen


async def test_a_second_report_and_one_by_a_stranger_are_answered_with_a_sentence(table, caplog):
    await table.game()
    await table.ann.slash("report", game=table.number, reason="name")
    caplog.clear()
    again = await table.ann.slash("report", game=table.number, reason="other")
    assert "You've already reported this game." in again.content
    stranger = await table.eve.slash("report", game=table.number, reason="other")
    assert "report" not in stranger.content.lower()
    metrics = table.app.context.metrics
    assert metrics.registry.get_sample_value("lifeline_reports_total") == 1
    assert [each for each in caplog.records if each.name == REPORTING] == []
