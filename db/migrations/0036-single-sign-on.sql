-- Sign-in with an OpenID Connect provider.

-- The provider of a tenant; that of the installation comes from settings.
create table identity_provider (
  tenant_id integer primary key references tenant (id),
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Encrypted; null for a public client.
  client_secret text,
  scopes text[] not null,
  enabled boolean not null,
  new_users text not null check (new_users in ('create', 'onlyExisting')),
  existing_users text not null check (existing_users in ('confirm', 'link')),
  roles_from text not null check (roles_from in ('everySignIn', 'firstSignIn')),
  -- Domains of e-mail addresses that count as verified although the provider does not send email_verified.
  trusted_domains text[] not null,
  default_roles text[] not null,
  rules jsonb not null,
  password_sign_in boolean not null,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create index on identity_provider (issuer, client_id);

-- A person at a provider, and the user they are here. It goes with the membership of the user.
create table sso_identity (
  tenant_id integer not null,
  user_id bigint not null,
  -- Whose provider: that of the tenant or that of the installation. They never open each other's users.
  provider text not null check (provider in ('tenant', 'installation')),
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null default now(),
  primary key (tenant_id, user_id, provider),
  constraint sso_identity_subject unique (tenant_id, provider, issuer, subject)
);
create function forget_sso_identity() returns trigger language plpgsql as $$
begin
  delete from sso_identity where tenant_id = old.tenant_id and user_id = old.user_id;
  return null;
end $$;
create trigger forget_sso_identity after delete on membership for each row execute function forget_sso_identity();
create index on sso_identity (issuer, subject) where provider = 'installation';

-- A sign-in that has left for the provider, or that waits for a password. It works once, in the browser that began it: nonce and PKCE
-- verifier are derived from the secret in its cookie, which is not stored.
create table sso_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  -- Null while it is open which tenant it will be.
  asked_tenant_id integer,
  provider text not null check (provider in ('tenant', 'installation')),
  issuer text not null,
  client_id text not null,
  return_to text not null,
  -- The person at the provider, while an existing account is to be confirmed.
  subject text,
  user_id bigint,
  expires_at timestamptz not null
);
create index on sso_attempt (expires_at);

-- The session at the provider behind a session here, for single logout.
create table sso_session (
  tenant_id integer not null,
  hash bytea not null,
  provider text not null check (provider in ('tenant', 'installation')),
  issuer text not null,
  client_id text not null,
  subject text not null,
  sid text,
  -- Encrypted; sent back to the provider as a hint when the person signs out.
  id_token text,
  primary key (tenant_id, hash)
);
create index on sso_session (hash);
create index on sso_session (issuer, client_id, subject);
-- It goes with the session here.
create function forget_sso_session() returns trigger language plpgsql as $$
begin
  delete from sso_session where hash = old.hash;
  return null;
end $$;
create trigger forget_sso_session after delete on web_session for each row execute function forget_sso_session();

-- Logout tokens of providers that were received: each counts once.
create table sso_logout_token (
  issuer text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (issuer, jti)
);
