/** Where travel times come from: a road router, the estimate by the straight line, or both. */
export type TravelSource = 'roads' | 'mixed' | 'estimate';
