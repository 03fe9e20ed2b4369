import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { Place, until } from './process.ts';

/** A place with a private PostgreSQL that has all tables and no rows: initdb and the migrations are most of a first start. */
export const preparedPlace = async (): Promise<Place> => Place.make(await preparedData());

/** Made by the first file of the run that needs it; the others wait for that. */
async function preparedData(): Promise<string> {
  const ready = path.join(inject('folder'), 'prepared-data');
  const isMine = await mkdir(`${ready}.lock`).then(
    () => true,
    () => false,
  );
  if (isMine) {
    const place = await Place.make();
    try {
      const { code, stderr } = await place.run(['migrate']);
      if (code !== 0) throw new Error(`migrate ended with ${code}: ${stderr}`);
      // Each copy makes a secret of its own.
      await rm(path.join(place.dataDir, 'jwt-secret'));
      await rename(place.dataDir, ready);
    } catch (error) {
      await rm(`${ready}.lock`, { recursive: true });
      throw error;
    } finally {
      await place.remove();
    }
  }
  await until(() => existsSync(ready), 'the prepared data', 60);
  return ready;
}
