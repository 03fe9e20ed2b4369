import { channel } from 'node:diagnostics_channel';

/**
 * What the service reports of its own work to listeners: metrics, if they are enabled. Without a listener a report costs a comparison, and
 * the code that reports needs to know nothing of metrics. Values are words of ours and numbers, never data of a tenant.
 */
export interface Observed<T> {
  report(what: () => T): void;
  follow(listener: (what: T) => void): () => void;
}

function observed<T>(name: string): Observed<T> {
  const reports = channel(`openslot.${name}`);
  return {
    report(what) {
      if (reports.hasSubscribers) reports.publish(what());
    },
    follow(listener) {
      const each = (message: unknown): void => listener(message as T);
      reports.subscribe(each);
      return () => {
        reports.unsubscribe(each);
      };
    },
  };
}

export interface ObservedJob {
  readonly kind: string;
  readonly result: 'done' | 'retried' | 'failed';
  readonly seconds: number;
}

export interface ObservedDelivery {
  readonly result: 'delivered' | 'retried' | 'dead';
  /** Of the request to the receiver. */
  readonly seconds: number;
  /** Since the delivery was made. */
  readonly lagSeconds: number;
}

export interface ObservedRun {
  readonly result: 'done' | 'failed';
  readonly seconds: number;
}

export interface ObservedRefresh {
  /** Read completely, or only what changed. */
  readonly kind: 'fill' | 'update';
  readonly seconds: number;
}

export const observedJobs = observed<ObservedJob>('job');
export const observedDeliveries = observed<ObservedDelivery>('delivery');
export const observedRuns = observed<ObservedRun>('solver');
export const observedRefreshes = observed<ObservedRefresh>('index');

export const secondsSince = (began: number): number => (performance.now() - began) / 1000;
