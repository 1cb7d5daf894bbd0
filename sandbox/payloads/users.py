"""JSON of users, members, roles and applications."""

from __future__ import annotations

from sandbox.clock import iso
from sandbox.models.entities import Application, Guild, Json, Member, Role, User


def user_json(user: User) -> Json:
    made: Json = {
        "id": str(user.id),
        "username": user.name.lower().replace(" ", "_"),
        "global_name": None if user.bot else user.name,
        "discriminator": "0001" if user.bot else "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if user.bot:
        made |= {"username": user.name, "bot": True}
    return made


def own_user_json(user: User) -> Json:
    """Return the JSON of a bot's own user, with fields that only the bot receives."""
    return user_json(user) | {"mfa_enabled": True, "locale": "en-US", "verified": True}


def member_json(member: Member, *, with_user: bool = True) -> Json:
    made: Json = {
        "nick": member.nick,
        "roles": [str(i) for i in sorted(member.role_ids)],
        "joined_at": iso(member.joined_at),
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "pending": False,
        "premium_since": None,
        "mute": False,
        "deaf": False,
    }
    if with_user:
        made["user"] = user_json(member.user)
    return made


def role_json(role: Role) -> Json:
    return {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(role.permissions),
        "position": role.position,
        "mentionable": role.mentionable,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "description": None,
        "flags": 0,
        "hoist": False,
        "icon": None,
        "managed": False,
        "unicode_emoji": None,
    }


def application_json(app: Application, owner: User, guilds: list[Guild]) -> Json:
    return {
        "id": str(app.id),
        "name": app.name,
        "icon": None,
        "description": "",
        "type": None,
        "verify_key": "0" * 64,
        "flags": app.privileged_flags,
        "flags_new": str(app.privileged_flags),
        "bot_public": True,
        "bot_require_code_grant": False,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(owner),
        "approximate_guild_count": len(guilds),
        "approximate_user_install_count": len(app.installed_by),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["applications.commands", "bot"],
        "bot": user_json(app.bot),
    }
