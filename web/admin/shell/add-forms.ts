/**
 * Screens without a form for a new row: rows are uploaded, declared in the portal, or added below another row. Separate from the
 * screens, because only the palette loads it.
 */
const withoutAddForm: readonly string[] = [
  '/project/declaration',
  '/system/api-scope',
  '/system/data-scope',
  '/system/dict',
  '/system/dict-biz',
  '/system/region',
  '/storage/attach',
]

/** Whether a new row can be opened in the list at this address. */
export const hasAddForm = (path: string): boolean => !withoutAddForm.includes(path)
