/** The ids of sections of a review, for links to them. Several reviews can be open in tabs. */

export const decisionId = (declarationId: string): string => `decision-${declarationId}`
export const partId = (declarationId: string, code: string): string => `part-${declarationId}-${code}`
