/** Account types that may declare: enterprises (1) and operators (2) (specification 000, users). */
const declarants: readonly (number | null)[] = [1, 2]

/** Whether an account may declare projects of its organisation. */
export const isDeclarant = ({ accountType }: { readonly accountType: number | null }): boolean =>
  declarants.includes(accountType)
