/** A tenant to search in: jobs with customers and addresses, a task each, and appointments of three years. */

export interface Sizes {
  readonly jobs: number;
  readonly appointments: number;
}

const call = (procedure: string, record: Readonly<Record<string, unknown>>) => ({
  StoredProcedureName: procedure,
  ParameterNames: Object.keys(record),
  ParameterValues: Object.values(record),
});

const of = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;

const KINDS = ['Hotel', 'Bakery', 'School', 'Garage', 'Clinic', 'Brewery', 'Museum', 'Farm', 'Studio', 'Harbour'];
const NAMES = ['Astoria', 'Belvédère', 'Central', 'De Zwaan', 'Excelsior', 'Fischer', 'Groot', 'Hansen', 'Immer'];
const CITIES = ['Gent', 'Brugge', 'Antwerpen', 'Hasselt', 'Leuven', 'Mechelen', 'Namur', 'Liège', 'Oostende', 'Aalst'];
const STREETS = ['Kerkstraat', 'Stationsplein', 'Molenweg', 'Rue Neuve', 'Nieuwstraat', 'Havenlaan', 'Dorpsstraat'];
const WORKS = ['Replace the seal', 'Yearly inspection', 'Boiler leaks', 'Install heat pump', 'Measure the flue'];
const CUSTOMERS = 3000;
const RESOURCES = 300;
const CALLS = 3000;

const keyOf = (job: number) => ({ SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: `J${100_000 + job}` });

function jobOf(job: number) {
  const customer = (job * 7919) % CUSTOMERS;
  const name = `${of(KINDS, customer)} ${of(NAMES, Math.floor(customer / 10))} ${customer}`;
  const city = of(CITIES, customer * 3 + Math.floor(customer / 100));
  return call('mboc_upsertJob', {
    ...keyOf(job),
    ShortDescription: `${of(WORKS, job)} ${job}`,
    CustomerNo: `C${10_000 + customer}`,
    CustomerName: name,
    ContactName: `${of(NAMES, job)} ${of(KINDS, job + 3)}`,
    SiteName: name,
    SiteAddress: `${of(STREETS, customer)} ${customer % 200}, 9000 ${city}`,
    SiteCity: city,
  });
}

const taskOf = (job: number) =>
  call('mboc_upsertTask', {
    ...keyOf(job),
    TaskNo: `T${job}`,
    ShortDescription: `${of(WORKS, job)} at the customer`,
    Subject: `${of(WORKS, job + 1)} ${job}`,
  });

function appointmentOf(number: number, jobs: number) {
  const job = number % jobs;
  // Scattered: who is visited has nothing to do with when.
  const day = new Date(Date.UTC(2025, 0, 1 + ((Math.imul(number, 2_654_435_761) >>> 0) % 1000)))
    .toISOString()
    .slice(0, 10);
  const hour = 8 + (number % 8);
  const at = (h: number): string => `${day}T${String(h).padStart(2, '0')}:00`;
  return call('mboc_upsertAppointment', {
    ...keyOf(job),
    ...{ TaskNo: `T${job}`, AppointmentNo: `A${number}`, ResourceNo: `R${number % RESOURCES}` },
    ...{ Subject: `${of(WORKS, number + 2)} visit ${number}`, Start: at(hour), End: at(hour + 1) },
  });
}

export async function fillSearchTenant(
  send: (calls: readonly object[]) => Promise<unknown>,
  { jobs, appointments }: Sizes,
): Promise<void> {
  const inPortions = async (count: number, make: (number: number) => object): Promise<void> => {
    for (let from = 0; from < count; from += CALLS)
      await send(Array.from({ length: Math.min(CALLS, count - from) }, (_, i) => make(from + i)));
  };
  await inPortions(RESOURCES, (i) => call('mboc_upsertResource', { ResourceNo: `R${i}`, DisplayName: `Anna ${i}` }));
  await inPortions(jobs, jobOf);
  await inPortions(jobs, taskOf);
  await inPortions(appointments, (number) => appointmentOf(number, jobs));
}
