/** Where travel times come from: a road router, the estimate by the straight line, or both. */
export type TravelSource = 'roads' | 'mixed' | 'estimate';

/** Whether distances and times of this source are estimates, or some of them. */
export const isEstimated = (source: TravelSource): boolean => source !== 'roads';
