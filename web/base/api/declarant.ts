import { useUser } from './session.ts'

export type DeclarantRole = 'enterprise' | 'operator'

/** Aliases of the roles by which the user declares. Administrators hold every permission but do not declare. */
export const useDeclarantRoles = (): readonly DeclarantRole[] => {
  const aliases = useUser()?.role_name.split(',') ?? []
  return (['enterprise', 'operator'] as const).filter((role) => aliases.includes(role))
}

export const useIsDeclarant = (): boolean => useDeclarantRoles().length > 0

/** Whether the user declares and has no other role. */
export const useOnlyDeclares = (): boolean => useDeclarantRoles().length === useUser()?.role_name.split(',').length
