/** The dictionary of the process types: its keys make the categories, its remarks the addresses of the pages. */
export const flowDictionary = 'flow'

/** Keys of the dictionary that the platform's own processes have. */
export const processTypes = { leave: 1, xmsb: 3, xmsb_unlist: 3, recommend: 4 } as const

/** The name in the addresses of the pages that each process has. */
const pages: Readonly<Record<string, string>> = {
  leave: 'leave',
  xmsb: 'xmsb',
  xmsb_unlist: 'xmsb',
  recommend: 'recommend',
} satisfies Record<keyof typeof processTypes, string>

/** The name in the addresses of a process's pages; undefined for a key without pages. */
export const pagesOf = (key: string | null | undefined): string | undefined =>
  key && Object.hasOwn(pages, key) ? pages[key] : undefined

/** Whether the form of a type starts a process of any key, not only the platform's own; `formCodes` are the fields of its declared form. */
export const hasForm = (key: string, type: number | null, formCodes: readonly string[] | null): boolean =>
  pagesOf(key) !== undefined || type === processTypes.leave || formCodes !== null

/** `flow_1`: the category of a process type on the wire. */
export const categoryOf = (key: number | string): string => `${flowDictionary}_${key}`

/** The key in a category, or null if it is none. */
export const categoryKeyOf = (category: string | null | undefined): number | null => {
  const [, key] = /^flow_(\d{1,6})$/.exec(category ?? '') ?? []
  return key ? Number(key) : null
}

/** Definitions of all tenants (`1` 通用) or of the caller's tenant (`2` 定制). */
export const modes = [
  [1, ['通用流程', 'Common']],
  [2, ['定制流程', 'Custom']],
] as const
