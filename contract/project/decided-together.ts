/** What is said of a declaration on which nobody decides alone. */
export const decidedTogether = ['由提案作出结论', 'Decided by a proposal'] as const
