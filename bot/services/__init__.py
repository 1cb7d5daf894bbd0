"""Use cases: a public method is one transaction. Knows no Discord; others show the views."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.services.away import AwayService
from bot.services.blocking import BlockService
from bot.services.census import CensusService
from bot.services.challenges import ChallengeService
from bot.services.deadlines import DeadlineService
from bot.services.games import GameService
from bot.services.guilds import GuildService
from bot.services.history import HistoryService
from bot.services.limits import Limits
from bot.services.lines import Lines
from bot.services.moderation import ModerationService
from bot.services.notes import NoteService
from bot.services.notices import NoticeService
from bot.services.outbox import OutboxService
from bot.services.parts import Parts
from bot.services.places import PlaceService
from bot.services.players import PlayerService
from bot.services.practice import PracticeService
from bot.services.privacy import PrivacyService
from bot.services.rates import UNLIMITED, Rates
from bot.services.reviews import ReviewService
from bot.services.servers import ServerService
from bot.services.timekeeping import TimeService
from bot.services.undo import UndoService
from bot.services.upkeep import UpkeepService
from bot.services.voices import VoiceService
from bot.store.database import Database
from bot.store.share import ALL, Share


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that the layers above can ask for."""

    challenges: ChallengeService
    games: GameService
    outbox: OutboxService
    players: PlayerService
    notes: NoteService
    undo: UndoService
    history: HistoryService
    upkeep: UpkeepService
    time: TimeService
    away: AwayService
    notices: NoticeService
    deadlines: DeadlineService
    guilds: GuildService
    places: PlaceService
    voices: VoiceService
    blocks: BlockService
    moderation: ModerationService
    rates: Rates
    privacy: PrivacyService
    servers: ServerService
    census: CensusService
    practice: PracticeService
    reviews: ReviewService


def build_services(
    database: Database,
    clock: Callable[[], datetime],
    limits: Limits | None = None,
    draw: Callable[[int], int] = secrets.randbelow,
    rates: Rates | None = None,
    share: Share = ALL,
) -> Services:
    """Put the services together over one database.

    :param clock: returns the present as an aware datetime; nothing else reads the time of day.
    :param draw: draws a lot, one of so many numbers from 0.
    :param rates: limits what one person may do in a minute; None: anything may be done.
    :param share: which servers' messages this process sends first.
    """
    lines = Lines()
    limits = limits or Limits()
    rates = Rates(clock, UNLIMITED) if rates is None else rates
    parts = Parts(database, clock, lines, limits, rates, draw)
    challenges = ChallengeService(parts)
    games = GameService(database, clock, lines)
    practice = PracticeService(parts, games)
    return Services(
        challenges=challenges,
        games=games,
        outbox=OutboxService(database, clock, share),
        players=PlayerService(database, clock),
        notes=NoteService(database),
        undo=UndoService(database, clock, lines),
        history=HistoryService(parts, challenges, practice),
        upkeep=UpkeepService(database, clock),
        time=TimeService(database, clock, lines),
        away=AwayService(database, clock),
        notices=NoticeService(database, clock),
        deadlines=DeadlineService(database, clock),
        guilds=GuildService(database, clock),
        places=PlaceService(database),
        voices=VoiceService(database, clock),
        blocks=BlockService(database, clock),
        moderation=ModerationService(database, clock, lines),
        rates=rates,
        privacy=PrivacyService(database, clock, lines),
        servers=ServerService(database, clock),
        census=CensusService(database, clock),
        practice=practice,
        reviews=ReviewService(database, clock, lines, limits),
    )
