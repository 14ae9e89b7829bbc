import { call, nothing, rows } from './kit/call.ts'
import { longText, ref, refs, text, time } from './kit/field.ts'
import { kitTerms } from './kit/kit-terms.ts'

/** Maximum number of documents per person, and of characters per document. */
export const maxPreferences = 200
export const maxPreferenceLength = 8000

const nameInput = { name: text('名称', 'Name', { required: true, max: 64 }) } as const
const preferenceInput = {
  ...nameInput,
  /** A JSON object as text. */
  value: longText('内容', 'Content', { required: true, max: maxPreferenceLength }),
  /** Roles whose holders may see it too; if empty, it is private. */
  roleIds: refs('共享给角色', 'Shared with', { of: 'role' }),
} as const

/** `owner` is the name of the person who shares it; null for the caller's own. */
export const preferenceFields = {
  ...preferenceInput,
  userId: ref('所有者', 'Owner', { required: true }),
  owner: text('共享人', 'Shared by'),
  updateTime: time(...kitTerms.updatedAt, { required: true }),
} as const

/** Display preferences: one small document per name, stored with the account instead of the browser. */
export const preferences = {
  /** The caller's own, then those that others share with one of the caller's roles. */
  list: call('GET', 'caict-system/preference/list', ['个人设置', 'Preferences'], {
    access: 'login',
    output: rows(preferenceFields),
  }),
  /** Replaces the document of that name. Sharing requires the permission `role`. */
  put: call('POST', 'caict-system/preference/put', ['保存个人设置', 'Save a preference'], {
    access: 'login',
    input: preferenceInput,
    output: nothing,
  }),
  /** Does nothing if there is none of that name. */
  remove: call('POST', 'caict-system/preference/remove', ['删除个人设置', 'Delete a preference'], {
    access: 'login',
    input: nameInput,
    output: nothing,
  }),
}
