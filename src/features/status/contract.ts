import { contract } from '../../platform/contract/route.ts';

export const status = contract({
  method: 'GET',
  path: '/status',
  access: 'settings.manage',
  tags: ['Health'],
  summary: 'Status of the installation, and of the background work of the tenant',
  description:
    'Processes, versions, database, disks, backups and outages are those of the installation. Jobs, deliveries and failed requests are those of your tenant only.',
  response: { 200: { $ref: 'InstallationStatus#' } },
});
