import { call, nothing, rows } from './kit/call.ts'
import { longText, ref, refs, text, time } from './kit/field.ts'

/** Documents a person may keep, and the characters each may have. */
export const maxPreferences = 200
export const maxPreferenceLength = 8000

const nameInput = { name: text('名称', 'Name', { required: true, max: 64 }) } as const
const preferenceInput = {
  ...nameInput,
  /** A JSON object as text. */
  value: longText('内容', 'Content', { required: true, max: maxPreferenceLength }),
  /** Roles whose holders see it too; none: it is the person's own. */
  roleIds: refs('共享给角色', 'Shared with', { of: 'role' }),
} as const

/** `owner` is the name of whoever shares it, null for what is one's own. */
export const preferenceFields = {
  ...preferenceInput,
  userId: ref('所有者', 'Owner', { required: true }),
  owner: text('共享人', 'Shared by'),
  updateTime: time('更新时间', 'Updated at', { required: true }),
} as const

/** How a person likes the platform to look: one small document a name, kept with his account and not with a browser. */
export const preferences = {
  /** One's own, then what others share with one of one's roles. */
  list: call('GET', 'caict-system/preference/list', ['个人设置', 'Own preferences'], {
    access: 'login',
    output: rows(preferenceFields),
  }),
  /** Keeps a document in place of the former one of that name. To share it takes the permission `role`. */
  put: call('POST', 'caict-system/preference/put', ['保存个人设置', 'Keep a preference'], {
    access: 'login',
    input: preferenceInput,
    output: nothing,
  }),
  /** Does nothing where there is none of that name. */
  remove: call('POST', 'caict-system/preference/remove', ['删除个人设置', 'Drop a preference'], {
    access: 'login',
    input: nameInput,
    output: nothing,
  }),
}
