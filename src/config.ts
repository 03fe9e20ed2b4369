import { backupSettings } from './backup-settings.ts';
import { databaseSettings } from './database-settings.ts';
import { readQuotas } from './domain/quotas.ts';
import { LONGEST_PASSWORD, LONGEST_USER_NAME } from './domain/text-limits.ts';
import { namedZone } from './domain/time/named-zone.ts';
import { observeSettings } from './observe-settings.ts';
import { oidcSettings } from './oidc-settings.ts';
import { environments } from './platform/environment.ts';
import { type LogLevel, logLevels } from './platform/log.ts';
import { proxies } from './proxy-setting.ts';
import { type Setting, setting, whole } from './setting.ts';

const text = (value: string) => ({ value });
const atLeast = (length: number) => (value: string) =>
  value === '' || value.length >= length
    ? { value: value === '' ? undefined : value }
    : { wrong: `must have at least ${length} characters` };
/** An address of the web, without a slash at its end. */
const webAddress = (value: string) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url && /^https?:$/.test(url.protocol)
    ? { value: value.replace(/\/+$/, '') }
    : { wrong: 'must be an address that begins with http:// or https://' };
};
/** One that paths can be put after. */
const plainAddress = (value: string) =>
  /[?#]|\/\/[^/]*@/.test(value) ? { wrong: 'must have neither a user, a query nor a fragment' } : webAddress(value);
/** Where pictures of the map come from. The pages name the host in their policy, so it must be one. */
const tileAddress = (value: string) => {
  const host = /^https?:\/\/[^/]*\//.exec(value)?.[0] ?? '';
  const fits =
    !host.includes('{') && URL.canParse(value) && ['{z}', '{x}', '{y}'].every((part) => value.includes(part));
  return host !== '' && fits
    ? { value }
    : { wrong: 'must be an address such as https://tiles.example.com/{z}/{x}/{y}.png, with one host' };
};
/** Never told back: it holds a password as a rule. */
const mailServer = (value: string) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
    ? { value }
    : { wrong: 'must be an address such as smtps://user:password@mail.example.com' };
};

/** Exact origins, as browsers send them. */
function origins(value: string): { value: readonly string[] } | { wrong: string } {
  const sent = value
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');
  if (sent.includes('*')) return { wrong: 'must name each origin: * would let scripts of every website call the API' };
  return sent.every((each) => /^https?:\/\/[^*]+$/.test(each) && URL.canParse(each) && new URL(each).origin === each)
    ? { value: sent }
    : { wrong: 'must be origins such as https://portal.example.com, without a path, separated by commas' };
}

type Role = 'api' | 'worker';
type GeocoderKind = 'nominatim' | 'photon';
type RouterKind = 'osrm' | 'valhalla';

/** Every setting. docs/reference/configuration.md is generated from this list. */
export const settings = {
  host: setting(
    'HOST',
    '127.0.0.1',
    'Address to listen on. Use 0.0.0.0 behind a reverse proxy that terminates TLS.',
    text,
  ),
  port: setting('PORT', '8080', 'Port to listen on; 0 selects a free one.', whole(0, 65535)),
  publicUrl: setting(
    'PUBLIC_URL',
    '',
    'Address under which people and programs reach the service, for example https://planning.example.com. Links in mails and addresses of calendar feeds start with it. Default: the address the service listens on.',
    (value) => (value === '' ? { value: undefined } : plainAddress(value)),
  ),
  environment: setting(
    'ENVIRONMENT',
    'production',
    'production or sandbox. A sandbox says so in the web application, in GET /whoami and in the API description; nothing else depends on it.',
    (value) => {
      const found = environments.find((each) => each === value);
      return found ? { value: found } : { wrong: `must be ${environments.join(' or ')}` };
    },
  ),
  sandboxUrl: setting(
    'SANDBOX_URL',
    '',
    'Address of the sandbox that belongs to this production installation, for the API description.',
    (value) => (value === '' ? { value: undefined } : plainAddress(value)),
  ),
  ...databaseSettings,
  dataDir: setting(
    'DATA_DIR',
    './data',
    'Folder of the private PostgreSQL and of the secrets that the service generates.',
    text,
  ),
  roles: setting('ROLES', 'api,worker', 'Roles of this process: api, worker, or both.', (value) => {
    const roles = value.split(',').map((role) => role.trim());
    const wrong = roles.find((role) => role !== 'api' && role !== 'worker');
    return wrong === undefined ? { value: roles as Role[] } : { wrong: `"${wrong}" is not one of api, worker` };
  }),
  logLevel: setting('LOG_LEVEL', 'info', `Log level: ${logLevels.join(', ')}.`, (value) =>
    (logLevels as readonly string[]).includes(value)
      ? { value: value as LogLevel }
      : { wrong: `must be one of ${logLevels.join(', ')}` },
  ),
  bootstrapTenant: setting(
    'BOOTSTRAP_TENANT',
    'main',
    'Name of the tenant that is created at the first start. The other BOOTSTRAP settings apply only while it does not exist.',
    (value) => (value.length > 0 && value.length <= 100 ? { value } : { wrong: 'must have 1 to 100 characters' }),
  ),
  bootstrapTimeZone: setting('BOOTSTRAP_TIME_ZONE', 'UTC', 'Its time zone, for example Europe/Brussels.', (value) => {
    const zone = namedZone(value);
    return zone ? { value: zone } : { wrong: 'must be an IANA time zone such as Europe/Brussels' };
  }),
  bootstrapApiKey: setting(
    'BOOTSTRAP_API_KEY',
    '',
    'Its first API key; generated and printed once when empty.',
    atLeast(16),
  ),
  bootstrapAdminEmail: setting(
    'BOOTSTRAP_ADMIN_EMAIL',
    'admin@localhost',
    'E-mail address of its administrator.',
    (value) =>
      value.length <= LONGEST_USER_NAME && /^[^\s@]+@[^\s@]+$/.test(value)
        ? { value }
        : { wrong: `must be an e-mail address of at most ${LONGEST_USER_NAME} characters` },
  ),
  bootstrapAdminPassword: setting(
    'BOOTSTRAP_ADMIN_PASSWORD',
    '',
    'Password of its administrator; generated and printed once when empty. The rules for passwords are checked when the tenant is created.',
    (value) =>
      value.length > LONGEST_PASSWORD
        ? { wrong: `must have at most ${LONGEST_PASSWORD} characters` }
        : { value: value === '' ? undefined : value },
  ),
  jwtSecret: setting(
    'JWT_SECRET',
    '',
    'Signs tokens and encrypts secrets. Generated and kept in the data folder when empty; must be the same on all nodes.',
    atLeast(32),
  ),
  jwtSecretPrevious: setting(
    'JWT_SECRET_PREVIOUS',
    '',
    'The secret before JWT_SECRET, while it is replaced: tokens that it signed stay valid, and what it encrypted can be read. See the guide to operating.',
    atLeast(32),
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'false',
    'The reverse proxies in front: how many requests pass through (1 for one proxy), or their addresses and ranges, separated by commas. The address of a client is then taken from X-Forwarded-For, from the right. false or 0: there is none, and the header is not read.',
    proxies,
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    '',
    'Origins of other websites whose scripts may call the API from a browser, separated by commas, for example https://portal.example.com. They use an API key or a token; a signed-in browser session never counts there. Empty: none.',
    origins,
  ),
  rateLimit: setting(
    'RATE_LIMIT',
    '6000',
    'Requests per minute for each API key or user, counted per process; 0 means no limit.',
    whole(0, 10_000_000),
  ),
  rateLimitUnknown: setting(
    'RATE_LIMIT_UNKNOWN',
    '1200',
    'Requests per minute without a valid credential, for each client address (IPv6: each /64 network): sign-ins, calendar feeds, unknown paths, wrong keys. Health checks and the files of the web application do not count. Counted per process; 0 means no limit.',
    whole(0, 10_000_000),
  ),
  importMaxCalls: setting(
    'IMPORT_MAX_CALLS',
    '10000',
    'Maximum number of calls in one import request.',
    whole(1, 1_000_000),
  ),
  requestMaxBytes: setting(
    'REQUEST_MAX_BYTES',
    '33554432',
    'Maximum size of a request body in bytes, decompressed.',
    whole(1024, 1_073_741_824),
  ),
  requestMemoryBytes: setting(
    'REQUEST_MEMORY_BYTES',
    '268435456',
    'Memory for all request bodies of this process while they are received, decompressed, parsed and processed, in bytes. A body takes about five times its size. Large bodies above the limit wait for up to 30 s, then get 503.',
    whole(16_777_216, 68_719_476_736),
  ),
  quotas: setting(
    'QUOTAS',
    '',
    'Overrides of [the default limits](quotas.md), as name=tenant/credential: `cursor=200/100,stream=10000/1000`.',
    readQuotas,
  ),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    '20',
    'Maximum number of PostgreSQL connections of this process.',
    whole(2, 1000),
  ),
  geocoderUrl: setting(
    'GEOCODER_URL',
    '',
    'URL of a geocoding service with street addresses, used before the offline data. Put an API key into its query: https://host/path?key=….',
    (value) => (value === '' ? { value: undefined } : webAddress(value)),
  ),
  geocoderKind: setting('GEOCODER_KIND', 'nominatim', 'API of the geocoding service: nominatim or photon.', (value) =>
    value === 'nominatim' || value === 'photon'
      ? { value: value as GeocoderKind }
      : { wrong: 'must be nominatim or photon' },
  ),
  geocoderUserAgent: setting(
    'GEOCODER_USER_AGENT',
    'Openslot',
    'User-Agent for the geocoding service. Public services require contact details in it, for example an e-mail address.',
    (value) =>
      /^[\x20-\x7e]{1,200}$/.test(value) ? { value } : { wrong: 'must have 1 to 200 characters, all of them ASCII' },
  ),
  geocoderInterval: setting(
    'GEOCODER_INTERVAL_MS',
    '1000',
    'Minimum time between two requests to the geocoding service, in milliseconds, per process. Public services allow one per second; use 0 for your own.',
    whole(0, 60_000),
  ),
  geocoderTimeout: setting(
    'GEOCODER_TIMEOUT_MS',
    '5000',
    'Timeout of the geocoding service in milliseconds; after it the offline data are used.',
    whole(100, 60_000),
  ),
  geocoderCacheDays: setting(
    'GEOCODER_CACHE_DAYS',
    '90',
    'How long results of the geocoding service are cached; 0 disables the cache. "Not found" is cached for at most a week.',
    whole(0, 3650),
  ),
  routerUrl: setting(
    'ROUTER_URL',
    '',
    'URL of a routing service for travel times by road. Without it, and where it does not respond, travel times are estimated from the straight-line distance.',
    (value) => (value === '' ? { value: undefined } : webAddress(value)),
  ),
  routerKind: setting('ROUTER_KIND', 'osrm', 'API of the routing service: osrm or valhalla.', (value) =>
    value === 'osrm' || value === 'valhalla' ? { value: value as RouterKind } : { wrong: 'must be osrm or valhalla' },
  ),
  mapPmtiles: setting(
    'MAP_PMTILES',
    '',
    'A PMTiles file with streets for the map, which browsers read from this service. Without it the file map.pmtiles in DATA_DIR is used if there is one.',
    (value) =>
      value === '' || /\.pmtiles$/i.test(value)
        ? { value: value === '' ? undefined : value }
        : { wrong: 'must be the path of a file that ends with .pmtiles' },
  ),
  mapTilesUrl: setting(
    'MAP_TILES_URL',
    '',
    'Pictures for the map in the browser, as https://tiles.example.com/{z}/{x}/{y}.png. Browsers load them from there, and a key in it can be read by everybody who is signed in. Without it the map shows the outlines of countries that come along, and nothing leaves your network.',
    (value) => (value === '' ? { value: undefined } : tileAddress(value)),
  ),
  mapTilesAttribution: setting(
    'MAP_TILES_ATTRIBUTION',
    '',
    'Attribution that the map shows for the tiles, as their licence requires, for example © OpenStreetMap contributors.',
    (value) => (value.length <= 300 ? { value } : { wrong: 'must have at most 300 characters' }),
  ),
  changesKeepDays: setting(
    'CHANGES_KEEP_DAYS',
    '90',
    'How long the change log is kept at least, in days; up to a third longer. Older changes can neither be read nor undone.',
    whole(2, 36_500),
  ),
  sessionMaxAheadMinutes: setting(
    'SESSION_MAX_AHEAD_MINUTES',
    '15',
    'How many minutes ahead of the database clock a time session may start.',
    whole(0, 1440),
  ),
  importLogKeepDays: setting(
    'IMPORT_LOG_KEEP_DAYS',
    '30',
    'How long the import log and its request bodies are kept, in days; 0 disables the log.',
    whole(0, 3650),
  ),
  auditKeepDays: setting(
    'AUDIT_KEEP_DAYS',
    '365',
    'How long the audit of sign-ins, passwords, sessions, keys and changed rights is kept, in days.',
    whole(1, 36_500),
  ),
  attachmentQuotaMb: setting('ATTACHMENT_QUOTA_MB', '5120', 'Megabytes of attachments per tenant.', whole(1, 1e7)),
  nightlyAt: setting('NIGHTLY_AT', '02:00', 'When the nightly jobs start, in UTC.', (value) => {
    const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value);
    return found
      ? { value: Number(found[1]) * 60 + Number(found[2]) }
      : { wrong: 'must be a time of day such as 02:00' };
  }),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'The mail server, as smtp://user:password@host:587 or smtps://user:password@host. Without it, mails are written to files in the folder mail of DATA_DIR.',
    (value) => (value === '' ? { value: undefined } : mailServer(value)),
  ),
  mailFrom: setting('MAIL_FROM', 'Openslot <openslot@localhost>', 'Sender of mails.', (value) =>
    /^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value)
      ? { value }
      : { wrong: 'must be an e-mail address, or a name and one: Planning <planning@example.com>' },
  ),
  outboundAllowPrivate: setting(
    'OUTBOUND_ALLOW_PRIVATE',
    'false',
    'true allows connectors and webhooks to reach loopback, private and link-local addresses. Use it only if you trust everyone who can add them with access to your network.',
    (value) => (/^(true|false)$/.test(value) ? { value: value === 'true' } : { wrong: 'must be true or false' }),
  ),
  outboundTimeout: setting(
    'OUTBOUND_TIMEOUT_MS',
    '15000',
    'Timeout for connecting to a receiver, and for its response, in milliseconds. After it the delivery is retried later.',
    whole(100, 120_000),
  ),
  optimizerThreads: setting(
    'OPTIMIZER_THREADS',
    '0',
    'Solver threads of an optimization run, at most 8; 0 means one per core.',
    whole(0, 8),
  ),
  geonamesUrl: setting(
    'GEONAMES_URL',
    'https://download.geonames.org/export/zip',
    'Base URL from which `openslot geo add` and `geo install` download country packs, as CC.zip.',
    webAddress,
  ),
  ...oidcSettings,
  ...observeSettings,
  ...backupSettings,
} as const;

export type Config = Readonly<{
  [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never;
}>;

/** Names every wrong setting at once: an operator should not have to start five times to find five mistakes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [key, { name, fallback, read }] of Object.entries(settings)) {
    const sent = environment[name];
    const result = read(sent === undefined || sent === '' ? fallback : sent);
    if ('wrong' in result) wrong.push(`${name} ${result.wrong}.`);
    else config[key] = result.value;
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return Object.freeze(config) as Config;
}
