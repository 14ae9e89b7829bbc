import type { AnyEntity } from './kit/entity.ts'

/** The field whose value is the title of an entity's rows. */
export const titleOf = (entity: Pick<AnyEntity, 'fields'>): string => {
  const names = Object.keys(entity.fields)
  const preferred = ['realName', 'dictValue', 'projectName', 'commpanyName', 'ossCode', 'smsCode', 'title']
  return (
    preferred.find((name) => names.includes(name)) ??
    names.find((name) => name === 'name' || name.endsWith('Name')) ??
    (names[0] as string)
  )
}
