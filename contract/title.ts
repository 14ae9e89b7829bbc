import type { AnyEntity } from './kit/entity.ts'

/** The field of an entity that names its rows to people. */
export const titleOf = (entity: Pick<AnyEntity, 'fields'>): string => {
  const names = Object.keys(entity.fields)
  const preferred = ['realName', 'dictValue', 'projectName', 'commpanyName', 'ossCode', 'smsCode', 'title']
  return (
    preferred.find((name) => names.includes(name)) ??
    names.find((name) => name === 'name' || name.endsWith('Name')) ??
    (names[0] as string)
  )
}
