import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import { answerWork } from '../../records/routes/writes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { addHolidays, listHolidays } from './add-holidays.ts';
import * as contract from './contract.ts';
import { holidayCountries } from './holiday-data.ts';

const handling = 'default';

export function publicHolidayRoutes(app: FastifyInstance, deps: WriteDeps): void {
  serve(app, contract.listCountries, ({ query }) => holidayCountries(query.language));
  serve(app, contract.listHolidays, ({ caller, query }) => listHolidays(deps, caller, query));
  serve(app, contract.addHolidays, (input) =>
    answerWork(deps, input, handling, (dryRun, guard) =>
      addHolidays(deps, input.caller, input.params.code, input.body, { handling, speak: 'property', dryRun }, guard),
    ),
  );
}
