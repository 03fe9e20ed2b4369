import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { factorsQuery } from './factors-query.ts';
import { OneTimeCodes } from './one-time-codes.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes, RecoveryCodesDialog } from './recovery-codes.tsx';

/** The person's own second factors. `onReady` is called when a factor was added and its recovery codes are stored. */
export function SecondFactorSection({ onReady }: { onReady?: () => void }) {
  const query = useQuery(factorsQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const close = (): void => {
    setCodes(undefined);
    onReady?.();
  };
  return (
    <QueryBoundary query={query}>
      {(factors) => (
        <>
          <Passkeys factors={factors} onCodes={setCodes} />
          <OneTimeCodes factors={factors} onCodes={setCodes} />
          {(factors.code || factors.passkeys.length > 0) && <RecoveryCodes factors={factors} onCodes={setCodes} />}
          {codes && <RecoveryCodesDialog codes={codes} onClose={close} />}
        </>
      )}
    </QueryBoundary>
  );
}
