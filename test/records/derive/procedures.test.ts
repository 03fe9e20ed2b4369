import { describe, expect, test } from 'vitest';
import {
  type ColumnModel,
  type OptionModel,
  type Procedure,
  procedureNamed,
} from '../../../src/records/derive/model.ts';
import { constantDefault } from '../../../src/records/entities/kit.ts';
import { type ListedParameter, listedProcedures } from '../../support/listed-procedures.ts';

/**
 * Every place where a declaration deviates from the list of procedures that public clients call is written down here with a reason; an
 * entry that is no longer true is red too.
 */
const DECLARED = new Set(
  `Job Task Resource TaskFilterValue TaskUri TaskLocked TaskContainer ResourceFilterValue ResourceUri ResourceCertificate
  ResourceCapacity ResourceCalendar ResourceGpsTracking FilterGroup FilterValue Category TimeMarker Pin Caption ActionUri
  Container Connector Notification Appointment AppointmentCategory AppointmentContainer AppointmentContent AppointmentFieldValue
  AppointmentImportance AppointmentLocked AppointmentPlanningQuantity AppointmentTimeMarker AppointmentUri Assignment
  ExchangeAppointment TimeEntry TimeSession`.split(/\s+/),
);

const sameFor = (names: readonly string[], reason: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, reason]));

const AS_THE_RESOURCE = 'the resource it points at has a number of 50 characters';
const AS_THE_FILTER = 'the filter group and value it points at are that long';
const PART_OF_KEY = 'part of the natural key: without it no record is named';

/** Longest text: where ours is another than the list's. */
const OTHER_LENGTH: Readonly<Record<string, string>> = {
  ...sameFor(
    [
      ...[
        'upsertAppointment',
        'updateAppointmentContent',
        'deleteAppointmentContent',
        'upsertExchangeAppointment',
        'deleteExchangeAppointment',
        'upsertTask',
      ].flatMap((name) => [`mboc_${name}.Subject: 4000 instead of any`, `mboc_${name}.Body: 65536 instead of any`]),
      'mboc_upsertNotification.NotificationText: 4000 instead of any',
    ],
    'a text without a bound is copied into every list, change and delivery that shows it',
  ),
  ...sameFor(
    ['upsertExchangeAppointment', 'deleteExchangeAppointment'].flatMap((name) => [
      `mboc_${name}.ExchangeId: 4000 instead of any`,
      `mboc_${name}.ICalUId: 4000 instead of any`,
    ]),
    'an index holds it; Exchange sends a few hundred characters',
  ),
  ...sameFor(
    [
      'mboc_upsertAppointment.AppointmentNo: 50 instead of any',
      'mboc_deleteAppointment.AppointmentNo: 50 instead of any',
    ],
    'the service assigns it, and it has 8 characters',
  ),
  ...sameFor(
    [
      'mboc_upsertExchangeAppointment.Categories: 255 instead of any',
      'mboc_deleteExchangeAppointment.Categories: 255 instead of any',
    ],
    'the length of one category; there may be any number of them',
  ),
  ...sameFor(
    ['mboc_upsertConnector.Name: 200 instead of any', 'mboc_deleteConnector.Name: 200 instead of any'],
    'part of the natural key, which is indexed',
  ),
  ...sameFor(
    ['mboc_upsertConnector.Password: 4000 instead of any', 'mboc_deleteConnector.Password: 4000 instead of any'],
    'sealed before it is stored; no secret of a web service is longer',
  ),
  ...sameFor(
    [
      'mboc_upsertConnector.WebServiceAddress: 1000 instead of any',
      'mboc_deleteConnector.WebServiceAddress: 1000 instead of any',
    ],
    'the list gives no length; every other address has 1000',
  ),
  ...sameFor(
    [
      'mboc_upsertResourceCertificate.CertificateNo: 100 instead of any',
      'mboc_deleteResourceCertificate.CertificateNo: 100 instead of any',
    ],
    'part of the natural key, which is indexed',
  ),
  ...sameFor(
    [
      'mboc_upsertResourceCertificate.ResourceNo: 50 instead of any',
      'mboc_deleteResourceCertificate.ResourceNo: 50 instead of any',
      'mboc_upsertResourceFilterValue.ResourceNo: 50 instead of any',
      'mboc_deleteResourceFilterValue.ResourceNo: 50 instead of any',
    ],
    AS_THE_RESOURCE,
  ),
  ...sameFor(
    [
      'mboc_upsertResourceFilterValue.FilterGroup: 50 instead of any',
      'mboc_deleteResourceFilterValue.FilterGroup: 50 instead of any',
      'mboc_upsertResourceFilterValue.FilterValue: 100 instead of any',
      'mboc_deleteResourceFilterValue.FilterValue: 100 instead of any',
    ],
    AS_THE_FILTER,
  ),
};

/** Needed by us and not by the list, or the other way round. */
const OTHER_NEED: Readonly<Record<string, string>> = {
  ...sameFor(
    [
      'mboc_ClearTaskFilterValue.SourceApp: needed',
      'mboc_ClearTaskFilterValue.SourceType: needed',
      'mboc_deleteResourceCertificate.CertificateNo: needed',
      'mboc_deleteResourceCertificate.ResourceNo: needed',
      'mboc_deleteTaskUrl.JobNo: needed',
      'mboc_deleteTaskUrl.SourceApp: needed',
      'mboc_deleteTaskUrl.SourceType: needed',
      'mboc_deleteTaskUrl.TaskNo: needed',
      'mboc_upsertResourceCapacity.CapacityDate: needed',
      'mboc_upsertResourceCertificate.CertificateNo: needed',
      'mboc_upsertResourceCertificate.ResourceNo: needed',
      'mboc_upsertResourceUrl.Url: needed',
    ],
    PART_OF_KEY,
  ),
  ...sameFor(
    ['mboc_deleteResourceGpsTracking.Latitude: not needed', 'mboc_deleteResourceGpsTracking.Longitude: not needed'],
    'a position is named by its resource, row and date; where it was does not matter for a delete',
  ),
  ...sameFor(
    [
      'mboc_addAppointmentResource.AppointmentId: not needed',
      'mboc_deleteAppointmentContainer.Appointment: not needed',
      'mboc_deleteAppointmentResource.AppointmentId: not needed',
      'mboc_upsertAppointmentContainer.Appointment: not needed',
    ],
    'any name of the appointment will do',
  ),
  ...sameFor(
    [
      'mboc_upsertCategory.CategoryHexColor: not needed',
      'mboc_upsertCategory.DisplayName: not needed',
      'mboc_upsertActionUrl.UrlType: not needed',
      'mboc_upsertResourceCalendar.StartDate: not needed',
      'mboc_upsertResourceCalendar.EndDate: not needed',
    ],
    'clients leave it out, and it has a default',
  ),
  'mboc_upsertAppointmentUrl.pUrlDesc: not needed': 'a link without a description is shown as its address',
  'mboc_upsertTaskUrl.urldesc: not needed': 'a link without a description is shown as its address',
};

/** Of another kind than the list's type suggests. */
const OTHER_KIND: Readonly<Record<string, string>> = {
  ...sameFor(
    [
      'mboc_upsertNotification.AppointmentGuid: guid for nvarchar(50)',
      'mboc_deleteNotification.AppointmentGuid: guid for nvarchar(50)',
      'mboc_upsertAppointment.AppointmentGuid: guid for nvarchar(50)',
      'mboc_deleteAppointment.AppointmentGuid: guid for nvarchar(50)',
    ],
    'the GUID of an appointment; clients send it as text',
  ),
  ...sameFor(
    [
      'mboc_upsertResourceCapacity.CapacityDate: date for datetime',
      'mboc_deleteResourceCapacity.CapacityDate: date for datetime',
    ],
    'capacity is kept per day',
  ),
  ...sameFor(
    ['Bill', 'Contact', 'Customer', 'Site', 'SiteFrom'].flatMap((part) =>
      ['Lat', 'Long'].map((axis) => `mboc_upsertJob.${part}AddressGeo${axis}: coordinate for nvarchar(50)`),
    ),
    'a coordinate that is no number could not be put on the map',
  ),
};

/** Stored when nothing is sent: where ours is another than the list's. */
const OTHER_DEFAULT: Readonly<Record<string, string>> = {
  'mboc_upsertConnector.SendAppointmentToWebService: true instead of false':
    'sources disagree; who registers a connector wants it to work',
  'mboc_upsertConnector.ApiType: 1 instead of 0': 'SOAP is not supported; clients that leave it out are served by REST',
  'mboc_upsertResourceGpsTracking.Date: now instead of undefined':
    'a position without a date is where the resource is now',
  ...sameFor(
    [
      'mboc_upsertResourceGpsTracking.Latitude: undefined instead of 0',
      'mboc_upsertResourceGpsTracking.Longitude: undefined instead of 0',
    ],
    'required, so there is nothing to fill in',
  ),
  ...sameFor(
    [
      'mboc_addAppointmentResource.AppointmentId: undefined instead of 0',
      'mboc_upsertAppointment.AppointmentId: undefined instead of 0',
      'mboc_upsertAppointment.AppointmentNo: undefined instead of 0',
      'mboc_upsertAppointmentUrl.pAppointmentId: undefined instead of 0',
      'mboc_upsertExchangeAppointment.AppointmentId: undefined instead of 0',
    ],
    '0 is how clients write that there is none',
  ),
  ...sameFor(
    [
      'mboc_upsertCategory.CategoryHexColor: #8795A5 instead of undefined',
      'mboc_upsertTimeMarker.HexColor: #8795A5 instead of undefined',
      'mboc_upsertPin.HexColor: #8795A5 instead of undefined',
    ],
    'clients leave the colour out; the board needs one',
  ),
  ...sameFor(
    [
      'mboc_upsertActionUrl.UrlType: 0 instead of undefined',
      'mboc_upsertActionUrl.RequestType: 1 instead of undefined',
    ],
    'clients send the address only',
  ),
  ...sameFor(
    [
      'mboc_upsertResourceCalendar.StartDate: 1900-01-01T00:00:00.000Z instead of undefined',
      'mboc_upsertResourceCalendar.EndDate: 9999-12-31T00:00:00.000Z instead of undefined',
    ],
    'a range may be open at either end',
  ),
  'mboc_upsertExchangeAppointment.Categories: undefined instead of NaN': 'a list that is not sent is empty',
};

const specified = listedProcedures.filter(([, { entity }]) => DECLARED.has(entity));

/** The id of a category or time marker in place of its name: another value, so another parameter. */
const isName = (spelling: string): boolean => !['categoryId', 'timeMarkerId'].includes(spelling);

const spellingsOf = ({ name, rest, also }: ListedParameter): string[] => [name, rest, ...also];
const isColumn = (part: ColumnModel | OptionModel): part is ColumnModel => 'property' in part;

function ours(name: string): Procedure {
  const found = procedureNamed(name);
  if (!found) throw new Error(`there is no procedure ${name}`);
  return found;
}

const columnOf = (procedure: Procedure, parameter: ListedParameter): ColumnModel | undefined => {
  const part = procedure.names.get(parameter.name.toLowerCase());
  return part && isColumn(part) ? part : undefined;
};

/** Every deviation as `procedure.Parameter: what`. */
const deviations = (
  of: (column: ColumnModel, parameter: ListedParameter, procedure: Procedure) => string | undefined,
): string[] =>
  specified.flatMap(([name, { params }]) => {
    const procedure = procedureNamed(name);
    return params.flatMap((parameter) => {
      const column = procedure && columnOf(procedure, parameter);
      const what = column && of(column, parameter, procedure);
      return what === undefined ? [] : [`${name}.${parameter.name}: ${what}`];
    });
  });

const lengthOf = (type: string): number | undefined => {
  const found = /^nvarchar\((\d+)\)/.exec(type);
  return found ? Number(found[1]) : undefined;
};

/** Whether a call without this column is refused outright. */
function needs({ action, model, facet }: Procedure, column: ColumnModel): boolean {
  if (action === 'set' && facet?.required && facet.sets.includes(column.property)) return true;
  if (action === 'set' || action === 'reset') return column.isKey && column.spec.required;
  if (action === 'delete') {
    const least = model.keyColumns.slice(0, model.entity.deleteNeeds ?? model.keyColumns.length);
    return column.spec.required && least.some(({ property }) => property === column.property);
  }
  return column.spec.required || column.spec.requiredOnImport === true;
}

const KINDS: readonly (readonly [type: RegExp, kinds: readonly string[]])[] = [
  [/^int$/, ['integer', 'choice']],
  [/^bigint$/, ['integer']],
  [/^bit$/, ['boolean']],
  [/^datetime/, ['instant', 'resourceInstant']],
  [/^date$/, ['date']],
  [/^time/, ['timeOfDay', 'timeSpan']],
  [/^decimal/, ['decimal', 'coordinate']],
  [/^float$/, ['decimal', 'coordinate']],
  [/^uniqueidentifier/, ['guid']],
  [/^nvarchar/, ['text', 'secret', 'texts']],
];

const DEFAULTS: Readonly<Record<string, unknown>> = { true: true, false: false, 'datetime.now': 'now' };
const defaultOf = ({ type, default: given }: ListedParameter): unknown => {
  if (given === undefined) return undefined;
  const text = given.toLowerCase();
  if (type === 'bit') return text === '1' || text === 'true';
  return DEFAULTS[text] ?? Number(text);
};

describe('the list of procedures', () => {
  test('is held against every entity that it names', () => {
    const named = [...new Set(listedProcedures.map(([, { entity }]) => entity))];
    expect(named.sort()).toEqual([...DECLARED].sort());
  });

  test.each(specified)('%s exists under its name and every alias, in any case', (name, { entity, aliases, route }) => {
    const procedure = ours(name);
    expect(procedure.facet?.name ?? procedure.model.name).toBe(entity);
    if (route) expect(`/${procedure.facet?.route ?? procedure.model.entity.route}`).toBe(route);
    for (const alias of aliases) expect(procedureNamed(alias)).toBe(procedure);
    expect(procedureNamed(` ${name.toUpperCase()} `)).toBe(procedure);
  });

  test.each(specified)('%s takes every parameter under its name, its aliases and its REST name', (name, { params }) => {
    const { names } = ours(name);
    const spellings = params.flatMap((each) => spellingsOf(each));
    expect(spellings.filter((spelling) => !names.has(spelling.toLowerCase()))).toEqual([]);
  });

  test.each(specified)(
    '%s: the spellings of one parameter mean one thing, and those of two mean two',
    (name, { params }) => {
      const { names } = ours(name);
      const meaning = (spelling: string): string => {
        const part = names.get(spelling.toLowerCase());
        return part === undefined ? `nothing: ${spelling}` : isColumn(part) ? part.property : part.name;
      };
      for (const parameter of params)
        expect(new Set(spellingsOf(parameter).filter(isName).map(meaning))).toEqual(new Set([meaning(parameter.name)]));
      expect(new Set(params.map((each) => meaning(each.name))).size).toBe(params.length);
    },
  );

  test('takes SentFromBackOffice in both spellings wherever it is listed', () => {
    for (const [name, { params }] of specified)
      if (params.some((each) => /^SentFromBackOffice$/i.test(each.name)))
        expect(ours(name).names.get('sentfrombackoffice')).toMatchObject({ name: 'sentFromBackOffice' });
  });
});

describe('the declarations agree with the list, save for what is written down here', () => {
  test('in the longest text', () => {
    const found = deviations(({ spec }, { type }) => {
      if (!type.startsWith('nvarchar') || !['text', 'secret', 'texts'].includes(spec.kind)) return undefined;
      const wanted = lengthOf(type);
      return spec.max === wanted ? undefined : `${spec.max ?? 'any'} instead of ${wanted ?? 'any'}`;
    });
    expect(found.sort()).toEqual(Object.keys(OTHER_LENGTH).sort());
  });

  test('in what is required', () => {
    const found = deviations((column, { required }, procedure) =>
      needs(procedure, column) === required ? undefined : required ? 'not needed' : 'needed',
    );
    expect(found.sort()).toEqual(Object.keys(OTHER_NEED).sort());
  });

  test('in the kind of value', () => {
    const found = deviations(({ spec }, { type }) => {
      const kinds = KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? [];
      const narrow = type === 'bigint' && (spec.bounds?.[1] ?? Number.POSITIVE_INFINITY) <= 2147483647;
      return kinds.includes(spec.kind) && !narrow ? undefined : `${spec.kind} for ${type}`;
    });
    expect(found.sort()).toEqual(Object.keys(OTHER_KIND).sort());
  });

  test('in the defaults', () => {
    const found = deviations(({ spec }, parameter, { action }) => {
      const wanted = defaultOf(parameter);
      const own = spec.default === 'now' ? 'now' : constantDefault(spec);
      return action !== 'upsert' || Object.is(wanted, own) ? undefined : `${own} instead of ${wanted}`;
    });
    expect(found.sort()).toEqual(Object.keys(OTHER_DEFAULT).sort());
  });
});
