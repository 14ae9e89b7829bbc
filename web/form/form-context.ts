import { createContext, type ReactNode, useContext } from 'react'
import type { Field } from '#contract/kit/field.ts'
import type { Control } from './control.ts'

/** State of a form that its controls share. */
export interface FormState {
  /** Message of the fault at a path, in the reader's language. */
  readonly faultAt: (at: string) => string | undefined
  readonly editable: (at: string) => boolean
  readonly change: (at: string, value: unknown) => void
  /** Rendered between a field's label and its control, such as a reviewer's remark. */
  readonly hintAt?: (at: string) => ReactNode
  /** Rendered below a field's control, such as a hint on the value. */
  readonly noteAt?: (at: string) => ReactNode
  /** The fields are about the person who types: the browser may autofill them (WCAG 1.3.5). */
  readonly isAboutUser?: true
  /** Whether an option of a field is offered; default: all. */
  readonly isOffered?: (field: Field, value: string) => boolean
  /**
   * What the form is a page of, if it outlives the page: uploads for `owner` go on when the page is left, and `keep` puts an uploaded
   * file where it belongs, or resolves to false if that has to wait.
   */
  readonly uploads?: {
    readonly owner: string
    readonly keep: (at: string, attachId: string, isMultiple: boolean) => Promise<boolean>
  }
  /** A control for this field instead of that of its kind. */
  readonly controlAt?: (at: string) => Control | undefined
}

export const FormContext = createContext<FormState>({
  faultAt: () => undefined,
  editable: () => true,
  change: () => {},
})

export const useFormState = (): FormState => useContext(FormContext)

/** Prefix that keeps element ids unique while several pages are mounted; '' if there is one page at a time. */
const PageContext = createContext('')
export const PageId = PageContext.Provider

/** Maps a path to the id of its field's element; error summaries link to it. */
export const useIdAt = (): ((at: string) => string) => {
  const page = useContext(PageContext)
  return (at) => `f-${page}${at.replaceAll('.', '-')}`
}
