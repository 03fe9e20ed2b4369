import type { Action } from './action.ts';

/**
 * The data of the device, in IndexedDB: actions that are not sent yet, in order, and the last timesheets. Each record belongs to one user
 * in one tenant and is read by that user only.
 */
const NAME = 'openslot-device';
const ACTIONS = 'actions';
const SEEN = 'seen';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ACTIONS, { autoIncrement: true });
      request.result.createObjectStore(SEEN);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => {
      opened = undefined;
      reject(request.error);
    };
  });
  return opened;
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function within<T>(
  store: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const transaction = (await open()).transaction(store, mode, { durability: 'strict' });
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  const result = await work(transaction.objectStore(store));
  await ended;
  return result;
}

/** The oldest first. */
export const actionsOf = (owner: string): Promise<Action[]> =>
  within(ACTIONS, 'readonly', async (store) =>
    (await answerOf(store.getAll() as IDBRequest<Action[]>)).filter((action) => action.owner === owner),
  );

export const addAction = (action: Action): Promise<void> =>
  within(ACTIONS, 'readwrite', async (store) => void (await answerOf(store.add(action))));

/** Changes actions in place, or deletes them where the callback returns undefined. */
export const changeActions = (which: (action: Action) => boolean, into: (action: Action) => Action | undefined) =>
  within(ACTIONS, 'readwrite', async (store) => {
    const [keys, values] = await Promise.all([
      answerOf(store.getAllKeys()),
      answerOf(store.getAll() as IDBRequest<Action[]>),
    ]);
    for (const [at, key] of keys.entries()) {
      const action = values[at];
      if (!action || !which(action)) continue;
      const next = into(action);
      if (next) store.put(next, key);
      else store.delete(key);
    }
  });

export const saveSheet = (owner: string, name: string, value: unknown): Promise<void> =>
  within(SEEN, 'readwrite', async (store) => void (await answerOf(store.put(value, [owner, name]))));

export const loadSheet = (owner: string, name: string): Promise<unknown> =>
  within(SEEN, 'readonly', (store) => answerOf(store.get([owner, name])));

/** Deletes all data of a user. */
export async function eraseAll(owner: string): Promise<void> {
  await changeActions(
    (action) => action.owner === owner,
    () => undefined,
  );
  await within(
    SEEN,
    'readwrite',
    async (store) => void (await answerOf(store.delete(IDBKeyRange.bound([owner], [owner, []])))),
  );
}
