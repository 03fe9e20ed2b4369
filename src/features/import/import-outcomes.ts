/** Whether all calls of an import are stored, some of them, or none. */
export const importOutcomes = ['stored', 'partly', 'refused'] as const;
