import { expect, test } from 'vitest';
import {
  aConnector,
  anAppointment,
  arrive,
  basics,
  deliverInTests,
  erp,
  GUID,
  well,
} from '../connectors/delivering.ts';
import { png, sumOf, upload } from './files.ts';

deliverInTests();

test('a connector hears of a complete and of a deleted attachment with the whole appointment', async () => {
  await well(basics);
  await aConnector();
  await well([anAppointment(GUID, { Subject: 'Pump' })]);
  const [made] = await arrive(1);
  expect(made?.body.Attachments).toEqual([]);
  const more = {
    kind: 'signature',
    fileName: 'signature.png',
    signedBy: 'Mrs Smith',
    appointmentNo: made?.body.AppointmentNo,
  };
  const body = upload(png(), more);
  await erp.client.post('/attachment', body);
  const sent = await erp.client.put(`/attachment/${body.attachmentGuid}/content?offset=0`, png());
  expect(sent.body.state).toBe('complete');
  const [, updated] = await arrive(2);
  expect(updated?.body).toMatchObject({
    DatabaseAction: 'U',
    AppointmentGuid: GUID,
    Attachments: [
      {
        AttachmentGuid: body.attachmentGuid,
        Kind: 'signature',
        FileName: 'signature.png',
        ContentType: 'image/png',
        Size: 100,
        Sha256: sumOf(png()),
        SignedBy: 'Mrs Smith',
        Path: `/attachment/${body.attachmentGuid}/content`,
      },
    ],
  });
  expect((await erp.client.get(updated?.body.Attachments[0].Path)).status).toBe(200);
  await erp.client.del(`/attachment/${body.attachmentGuid}`, undefined);
  expect((await arrive(3))[2]?.body).toMatchObject({ DatabaseAction: 'U', Attachments: [] });
});
