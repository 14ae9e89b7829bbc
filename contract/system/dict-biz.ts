import { dictionaries } from './dict.ts'

/** Dictionaries that belong to a tenant; a new one starts with a copy of those of 000000. */
export const dictBiz = dictionaries('dictBiz', 'dictbiz', ['业务字典', 'Business dictionaries'], {
  screen: '/system/dictbiz',
})
