"""Use cases by subject, independent of Discord; each public method is one transaction."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.services.use_cases.challenges import ChallengeService
from bot.services.use_cases.clocks.deadlines import DeadlineService
from bot.services.use_cases.clocks.time_actions import TimeService
from bot.services.use_cases.clocks.vacations import VacationService
from bot.services.use_cases.delivery.interaction_tokens import InteractionTokenService
from bot.services.use_cases.delivery.outbox import OutboxService
from bot.services.use_cases.games.end_requests import EndRequestService
from bot.services.use_cases.games.games import GameService
from bot.services.use_cases.games.guesses import GuessService
from bot.services.use_cases.games.last_looks import LastLookService
from bot.services.use_cases.games.locations import LocationService
from bot.services.use_cases.games.reviews import ReviewService
from bot.services.use_cases.games.undo import UndoService
from bot.services.use_cases.games.watching import WatchService
from bot.services.use_cases.history import HistoryService
from bot.services.use_cases.leagues.leagues import LeagueService
from bot.services.use_cases.leagues.rulings import LeagueRulingService
from bot.services.use_cases.lobby import LobbyService
from bot.services.use_cases.notifications import NotificationService
from bot.services.use_cases.operations.maintenance import KeyValueStore, MaintenanceService
from bot.services.use_cases.operations.statistics import StatisticsService
from bot.services.use_cases.people.blocking import BlockService
from bot.services.use_cases.people.personal_settings import PersonalSettingsService
from bot.services.use_cases.people.privacy import PrivacyService
from bot.services.use_cases.plans.chains import ChainService
from bot.services.use_cases.plans.plans import PlanService
from bot.services.use_cases.practice import PracticeService
from bot.services.use_cases.puzzles.daily import DailyService
from bot.services.use_cases.puzzles.puzzles import PuzzleService
from bot.services.use_cases.ratings.ratings import RatingService
from bot.services.use_cases.ratings.recomputation import RatingRecomputation
from bot.services.use_cases.reports import ReportService
from bot.services.use_cases.servers.moderation import ModerationService
from bot.services.use_cases.servers.server_settings import ServerSettingsService
from bot.services.use_cases.servers.servers import ServerService
from bot.services.use_cases.servers.week import WeekService
from bot.services.use_cases.service import ServiceDependencies
from bot.services.use_cases.try_board.published_lines import PublishedLineService
from bot.services.use_cases.try_board.try_board import TryBoardService
from bot.services.values.games.replay_cache import ReplayCache
from bot.services.values.people.limits import Limits
from bot.services.values.people.rate_limits import UNLIMITED, RateLimiter
from bot.store.engine.database import Database
from bot.store.engine.shard_assignment import ALL, ShardAssignment


@dataclass(frozen=True, slots=True)
class Services:
    """All services of one process."""

    challenges: ChallengeService
    games: GameService
    outbox: OutboxService
    personal_settings: PersonalSettingsService
    key_values: KeyValueStore
    undo: UndoService
    end_requests: EndRequestService
    history: HistoryService
    maintenance: MaintenanceService
    time: TimeService
    vacations: VacationService
    notifications: NotificationService
    deadlines: DeadlineService
    server_settings: ServerSettingsService
    locations: LocationService
    interaction_tokens: InteractionTokenService
    blocks: BlockService
    moderation: ModerationService
    rates: RateLimiter
    privacy: PrivacyService
    servers: ServerService
    statistics: StatisticsService
    practice: PracticeService
    reviews: ReviewService
    try_board: TryBoardService
    published_lines: PublishedLineService
    recomputation: RatingRecomputation
    ratings: RatingService
    plans: PlanService
    puzzles: PuzzleService
    lobby: LobbyService
    reports: ReportService
    daily: DailyService
    last_looks: LastLookService
    week: WeekService
    leagues: LeagueService
    watching: WatchService
    guesses: GuessService
    league_rulings: LeagueRulingService


def build_services(
    database: Database,
    clock: Callable[[], datetime],
    limits: Limits | None = None,
    draw: Callable[[int], int] = secrets.randbelow,
    rates: RateLimiter | None = None,
    shards: ShardAssignment = ALL,
) -> Services:
    """Create all services over one database.

    :param clock: returns the current time as an aware datetime; services read no other clock.
    :param draw: returns a random number from 0 up to, but not including, its argument.
    :param rates: per-user rate limits; None means no limits.
    :param shards: shards whose messages this process sends first.
    """
    replay_cache = ReplayCache()
    limits = limits or Limits()
    rates = RateLimiter(clock, UNLIMITED) if rates is None else rates
    dependencies = ServiceDependencies(database, clock, replay_cache, limits, rates, draw)
    challenges = ChallengeService(dependencies)
    chains = ChainService(dependencies)
    games = GameService(dependencies, chains)
    notifications = NotificationService(dependencies)
    practice = PracticeService(dependencies, games)
    lobby = LobbyService(dependencies)
    try_board = TryBoardService(dependencies)
    return Services(
        challenges=challenges,
        games=games,
        outbox=OutboxService(dependencies, games, notifications, shards),
        personal_settings=PersonalSettingsService(dependencies),
        key_values=KeyValueStore(dependencies),
        undo=UndoService(dependencies),
        end_requests=EndRequestService(dependencies),
        history=HistoryService(dependencies, challenges, practice),
        maintenance=MaintenanceService(dependencies),
        time=TimeService(dependencies),
        vacations=VacationService(dependencies),
        notifications=notifications,
        deadlines=DeadlineService(dependencies, lobby, chains),
        server_settings=ServerSettingsService(dependencies),
        locations=LocationService(dependencies),
        interaction_tokens=InteractionTokenService(dependencies),
        blocks=BlockService(dependencies),
        moderation=ModerationService(dependencies),
        rates=rates,
        privacy=PrivacyService(dependencies),
        servers=ServerService(dependencies),
        statistics=StatisticsService(dependencies),
        practice=practice,
        reviews=ReviewService(dependencies),
        try_board=try_board,
        published_lines=PublishedLineService(dependencies),
        plans=PlanService(dependencies, try_board),
        daily=DailyService(dependencies),
        puzzles=PuzzleService(dependencies),
        recomputation=RatingRecomputation(dependencies),
        ratings=RatingService(dependencies),
        lobby=lobby,
        reports=ReportService(dependencies),
        last_looks=LastLookService(dependencies),
        week=WeekService(dependencies),
        leagues=LeagueService(dependencies),
        watching=WatchService(dependencies),
        guesses=GuessService(dependencies),
        league_rulings=LeagueRulingService(dependencies),
    )
