import { api } from '../api/client.ts';
import { FilterValues } from './filter-values.tsx';
import { useLoadTexts } from './load-texts.ts';
import { NamedLoads } from './named-loads.tsx';
import { usePartTexts } from './part-texts.ts';
import { textOf } from './record.ts';
import { RecordAttachments } from './record-attachments.tsx';
import { ResourceBreaks } from './resource-breaks.tsx';
import { ResourceCalendars } from './resource-calendars.tsx';
import { ResourceCapacities } from './resource-capacities.tsx';
import { ResourceCertificates } from './resource-certificates.tsx';
import { ResourceRefills } from './resource-refills.tsx';
import './master-data.css';

/** Skills, certificates, calendars, capacities, loads, breaks and attachments of a resource. */
export function ResourceParts({ resourceNo }: { resourceNo: string }) {
  const texts = usePartTexts();
  const loadTexts = useLoadTexts();
  return (
    <div className="master-parts">
      <FilterValues
        title={texts.skills}
        empty={texts.noSkills}
        entity="ResourceFilterValue"
        queryKey={['resourceFilterValue', resourceNo]}
        list={() => api.get('/resourceFilterValue', { query: { resourceNo, sort: 'filterGroup,filterValue' } })}
        write={(value) => api.post('/resourceFilterValue', { body: { resourceNo, ...value } as never })}
        remove={(row, { dryRun, actionId }) =>
          api.delete('/resourceFilterValue', {
            body: { resourceNo, filterGroup: textOf(row, 'filterGroup'), filterValue: textOf(row, 'filterValue') },
            query: { dryRun: dryRun ?? false },
            actionId,
          })
        }
      />
      <ResourceCertificates resourceNo={resourceNo} />
      <ResourceCalendars resourceNo={resourceNo} />
      <ResourceCapacities resourceNo={resourceNo} />
      <NamedLoads
        title={loadTexts.loadCapacities}
        empty={loadTexts.noLoadCapacities}
        entity="ResourceLoadCapacity"
        queryKey={['resourceLoadCapacity', resourceNo]}
        list={() => api.get('/resourceLoadCapacity', { query: { resourceNo, sort: 'name' } })}
        write={(value) => api.post('/resourceLoadCapacity', { body: { resourceNo, ...value } as never })}
        remove={(row, { dryRun, actionId }) =>
          api.delete('/resourceLoadCapacity', {
            body: { resourceNo, name: textOf(row, 'name') },
            query: { dryRun: dryRun ?? false },
            actionId,
          })
        }
      />
      <ResourceRefills resourceNo={resourceNo} />
      <ResourceBreaks resourceNo={resourceNo} />
      <RecordAttachments owner={{ resourceNo }} />
    </div>
  );
}
