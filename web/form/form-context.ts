import { createContext, type ReactNode, useContext } from 'react'

/** What the controls of a form know of it, besides their own value. */
export interface FormState {
  /** What is wrong at a path, in the reader's words. */
  readonly faultAt: (at: string) => string | undefined
  readonly editable: (at: string) => boolean
  readonly change: (at: string, value: unknown) => void
  /** What stands between a field's label and its control, such as a reviewer's remark. */
  readonly beside?: (at: string) => ReactNode
}

export const FormContext = createContext<FormState>({
  faultAt: () => undefined,
  editable: () => true,
  change: () => {},
})

export const useFormState = (): FormState => useContext(FormContext)

/** Tells the elements of one page from those of another that is kept behind it; '' where there is one page at a time. */
const PageContext = createContext('')
export const PageId = PageContext.Provider

/** Ids of the elements of fields: what error summaries lead to. */
export const useIdAt = (): ((at: string) => string) => {
  const page = useContext(PageContext)
  return (at) => `f-${page}${at.replaceAll('.', '-')}`
}
