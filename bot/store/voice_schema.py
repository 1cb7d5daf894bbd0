"""The tables of places where the bot is no member, and of the tokens to answer with there."""

from sqlalchemy import JSON, BigInteger, Column, SmallInteger, Table, Text

from bot.store.schema import Moment, metadata

# a channel that is not here is written to as usual
outside = Table(
    "outside",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger),
    # when the bot was last used there, to the day: what is unused for long is dropped
    Column("since", Moment, nullable=False),
)

# a token is good for a quarter of an hour and for nothing but answers; rows go soon after
voices = Table(
    "voices",
    metadata,
    Column("interaction_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False, index=True),
    # the public message whose control was used: the token may change it
    Column("message_id", BigInteger),
    Column("token", Text, nullable=False),
    Column("expires_at", Moment, nullable=False),
    # messages that may still be sent
    Column("left", SmallInteger, nullable=False),
    # the messages that were sent with it, which it can change
    Column("sent", JSON, nullable=False, server_default="[]"),
)
