import { refuse } from '../../../domain/errors.ts';
import type { HasSealer } from '../../../platform/sealer.ts';
import { forgetFailures } from '../account-store.ts';
import { slowDown } from '../slow-down.ts';
import { secretOf, takeCode, takeRecoveryCode } from './factor-store.ts';
import { stepOf } from './one-time-code.ts';
import { type PasskeyDeps, provePasskey } from './passkey-ceremony.ts';
import type { Assertion } from './passkey-contract.ts';
import { recoveryHash } from './recovery-codes.ts';

export type FactorDeps = PasskeyDeps & HasSealer;

/** What proves a second factor: one of them. */
export interface FactorProof {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: Assertion | undefined;
}

export const methods = ['passkey', 'code', 'recoveryCode'] as const;
export type Method = (typeof methods)[number];

export const sendsFactor = (proof: FactorProof): boolean => methods.some((method) => proof[method] !== undefined);

/** Checks a second factor of an account, and uses it up. Codes are slowed down by account, as passwords are. */
export async function proveFactor(
  deps: FactorDeps,
  purpose: 'passkey.secondFactor' | 'passkey.proof',
  accountId: number,
  proof: FactorProof,
): Promise<Method> {
  const sent = methods.filter((method) => proof[method] !== undefined);
  const [method, ...others] = sent;
  if (!method || others.length > 0)
    throw refuse(
      'REQ015',
      `Send one of ${methods.join(', ')}; ${others.length > 0 ? sent.join(' and ') : 'none'} was sent.`,
    );
  if (proof.passkey) {
    await provePasskey(deps, purpose, proof.passkey, accountId);
    return method;
  }
  const subject = `factor:${accountId}`;
  await slowDown(deps, { account: subject }, 'failed logins');
  const isRight =
    proof.code === undefined
      ? await takeRecoveryCode(deps.db, accountId, recoveryHash(accountId, proof.recoveryCode ?? ''))
      : await isRightCode(deps, accountId, proof.code, true);
  if (!isRight)
    throw refuse(
      'USR001',
      `The ${proof.code === undefined ? 'recovery code' : 'code'} is wrong or was used already.`,
      method,
    );
  await forgetFailures(deps.db, subject);
  return method;
}

/** Whether a code is right and was not used before. `confirmed`: of an app that counts already, or of one that is being set up. */
export async function isRightCode(
  deps: FactorDeps,
  accountId: number,
  code: string,
  confirmed: boolean,
): Promise<boolean> {
  const kept = await secretOf(deps.db, accountId);
  if (!kept || kept.confirmed !== confirmed) return false;
  const step = stepOf(deps.sealer.open(kept.secret), code, deps.now().getTime());
  return step !== undefined && takeCode(deps.db, accountId, step);
}
