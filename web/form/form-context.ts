import { createContext, type ReactNode, useContext } from 'react'
import type { Field } from '#contract/kit/field.ts'
import type { Control } from './control.ts'

/** What the controls of a form know of it, besides their own value. */
export interface FormState {
  /** What is wrong at a path, in the reader's words. */
  readonly faultAt: (at: string) => string | undefined
  readonly editable: (at: string) => boolean
  readonly change: (at: string, value: unknown) => void
  /** What stands between a field's label and its control, such as a reviewer's remark. */
  readonly hintAt?: (at: string) => ReactNode
  /** What stands below a field's control, such as a hint on what was typed. */
  readonly noteAt?: (at: string) => ReactNode
  /** The fields are about the person who types: the browser may fill in what it knows of him (WCAG 1.3.5). */
  readonly isAboutUser?: true
  /** Which of a field's options are offered; all unless told otherwise. */
  readonly isOffered?: (field: Field, value: string) => boolean
  /** A control of the field's own, in place of that of its kind. */
  readonly controlAt?: (at: string) => Control | undefined
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
