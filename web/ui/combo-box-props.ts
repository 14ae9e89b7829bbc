import type { ReactNode } from 'react'

export interface ComboOption {
  readonly id: string
  readonly label: string
  /** Level in a tree, from 0; the option is indented by it. */
  readonly depth?: number
  readonly disabled?: boolean
}

/** What was done with the field before the code behind it was loaded. */
export interface FirstUse {
  isFocused: boolean
  isOpen: boolean
  text: string | null
}

export interface CommonComboBoxProps {
  readonly firstUse?: FirstUse | undefined
  readonly options: readonly ComboOption[]
  readonly disabled: boolean
  readonly placeholder: string
  /** Shown in place of options: there are none, they are loading, or why they could not be loaded. */
  readonly emptyWords: string
  /** Shown below the field if the code behind it cannot be loaded. */
  readonly failureWords: string
  /** Searches on the server by what is typed; without it, the options are filtered by it. */
  readonly search?: ((text: string) => void) | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
}

export interface ComboBoxProps extends CommonComboBoxProps {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Label of the button that clears the choice. */
  readonly clearWords: string
}

export interface MultipleComboBoxProps extends CommonComboBoxProps {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  /** The label of a chosen value, which may not be among the options. */
  readonly labelOf: (value: string) => ReactNode
  /** Label of the button that removes a chosen value. */
  readonly removeWords: string
}
