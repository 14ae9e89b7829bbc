import type { AnyEntity } from '../kit/entity.ts'
import type { Field, Fields } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { dict } from '../system/dict.ts'
import { region } from '../system/region.ts'
import { user } from '../system/user.ts'

/** An import from a sheet: its fields, and the key by which it recognises an existing row. */
export interface Import {
  readonly entity: AnyEntity
  readonly perm: string
  readonly fields: readonly string[]
  readonly key: readonly string[]
  /** The comparison of keys ignores case. */
  readonly anyCase?: true
  /** The key of the parent row, which may be in the same sheet; null at the top level. */
  readonly parentKey?: (row: Readonly<Record<string, unknown>>) => readonly string[] | null
  /** Instructions on the template. */
  readonly hint: Text
}

export const imports = {
  user: {
    entity: user,
    perm: 'user_import',
    fields: [
      ...['account', 'name', 'realName', 'phone', 'email', 'sex', 'birthday', 'code'],
      ...['accountType', 'unitName', 'organizationCode', 'operator', 'region', 'roleId', 'deptId', 'postId'],
    ],
    key: ['account'],
    anyCase: true,
    hint: [
      '按登录账号识别已有用户；新用户的初始密码在导入完成后领取一次。',
      'Existing users are recognised by their account. The initial passwords of new users can be collected once, after the import.',
    ],
  },
  dict: {
    entity: dict,
    perm: 'dict_import',
    fields: ['code', 'dictKey', 'dictValue', 'dictValueEn', 'sort', 'isSealed', 'remark'],
    key: ['code', 'dictKey'],
    parentKey: ({ code, dictKey }) => (dictKey === '-1' ? null : [String(code), '-1']),
    hint: [
      '字典键值为 -1 的行是字典本身，其余行是该编号下的字典项。',
      'A row with the key -1 is a dictionary; other rows are entries of the dictionary with that code.',
    ],
  },
  region: {
    entity: region,
    perm: 'region_import',
    fields: ['code', 'parentCode', 'name', 'nameEn', 'sort', 'remark'],
    key: ['code'],
    parentKey: ({ parentCode }) => (parentCode === '00' ? null : [String(parentCode)]),
    hint: [
      '按区划编号识别已有区划；上级须已存在或在同一文件中，省级的父区划编号为 00。',
      'Existing regions are recognised by their code. The parent must exist or be in the same file; the parent code of provinces is 00.',
    ],
  },
} as const satisfies Record<string, Import>

export type Importable = keyof typeof imports

export const importOf = (name: string): Import | undefined =>
  Object.hasOwn(imports, name) ? imports[name as Importable] : undefined

export const importPerms: readonly string[] = Object.values(imports).map(({ perm }) => perm)

/** Limits of an upload: bytes, rows below the header, and rows of an import that is done within the request. */
export const importLimits = { bytes: 20 * 1024 * 1024, rows: 10_000, direct: 200 } as const

/** Separators between several values in one cell. */
export const separators = /[,，、;；\n]/

/** The columns of an import in order, as fields of their entity. */
export const columnsOf = ({ entity, fields }: Import): [name: string, field: Field][] =>
  fields.map((name) => [name, (entity.fields as Fields)[name] as Field])
