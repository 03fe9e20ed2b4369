/** What became of an import: some of its calls, all of them or none are stored. */
export const importOutcomes = ['stored', 'partly', 'refused'] as const;
