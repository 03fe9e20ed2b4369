import { type SamplerName, samplerNames } from './platform/tracing/samplers.ts';
import { setting, whole } from './setting.ts';

const isEncoded = (text: string): boolean => !/%(?![0-9a-f]{2})/i.test(text);

const MOST_PORT = 65_535;
const SHORTEST_TOKEN = 16;

/** Metrics and traces. Names that begin with OTEL_ are those that OpenTelemetry gives its own settings. */
export const observeSettings = {
  metricsPort: setting(
    'METRICS_PORT',
    '',
    'Port of its own for GET /metrics, on the address of HOST; also for a process without the role api. With METRICS_TOKEN it needs the token too. Empty: no such port.',
    (value) => {
      if (value === '') return { value: undefined };
      const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
      return port > 0 && port <= MOST_PORT
        ? { value: port }
        : { wrong: `must be a whole number from 1 to ${MOST_PORT}` };
    },
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    '',
    'Token that GET /metrics needs, as Authorization: Bearer. Without METRICS_PORT it opens GET /metrics on the port of the API. Neither of the two: there are no metrics.',
    (value) =>
      value === '' || value.length >= SHORTEST_TOKEN
        ? { value: value === '' ? undefined : value }
        : { wrong: `must have at least ${SHORTEST_TOKEN} characters` },
  ),
  otelEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'Address of an OpenTelemetry collector that takes OTLP over HTTP, for example http://127.0.0.1:4318. Spans of requests, jobs and deliveries are sent to /v1/traces there. Empty: there are no traces.',
    (value) => {
      if (value === '') return { value: undefined };
      const url = URL.canParse(value) ? new URL(value) : undefined;
      return url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === ''
        ? { value: value.replace(/\/+$/, '') }
        : { wrong: 'must be an address that begins with http:// or https://, without a user, a query or a fragment' };
    },
  ),
  otelHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    '',
    'Headers for the collector, as name=value, separated by commas; values are percent-encoded. They may hold a key.',
    (value) => {
      const parts = value.split(',').filter((part) => part.trim() !== '');
      const headers = parts.map((part) => /^\s*([\w-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(part));
      return headers.every((found) => found !== null && isEncoded(found[2] ?? ''))
        ? {
            value: Object.fromEntries(headers.map((found) => [found?.[1] ?? '', decodeURIComponent(found?.[2] ?? '')])),
          }
        : { wrong: 'must be headers such as api-key=secret, separated by commas' };
    },
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', 'openslot', 'Name of the service in traces.', (value) =>
    value.length <= 100 ? { value } : { wrong: 'must have at most 100 characters' },
  ),
  otelSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_traceidratio',
    `Which traces are recorded: ${samplerNames.join(', ')}. With a name that begins with parentbased_, a client that sends a trace context decides itself.`,
    (value): { value: SamplerName } | { wrong: string } => {
      const found = samplerNames.find((name) => name === value);
      return found ? { value: found } : { wrong: `must be one of ${samplerNames.join(', ')}` };
    },
  ),
  otelRatio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    '0.1',
    'Share of the traces that begin here and are recorded, from 0 to 1, with the samplers traceidratio and parentbased_traceidratio.',
    (value) =>
      /^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? { value: Number(value) } : { wrong: 'must be a number from 0 to 1' },
  ),
  otelDelayMs: setting(
    'OTEL_BSP_SCHEDULE_DELAY',
    '5000',
    'Milliseconds for which spans are collected before they are sent.',
    whole(1, 600_000),
  ),
  otelQueueSize: setting(
    'OTEL_BSP_MAX_QUEUE_SIZE',
    '2048',
    'Spans that wait to be sent. Further ones are lost until there is room: traces never make requests wait.',
    whole(1, 100_000),
  ),
  otelBatchSize: setting(
    'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    '512',
    'Spans that are sent in one request to the collector.',
    whole(1, 100_000),
  ),
} as const;
