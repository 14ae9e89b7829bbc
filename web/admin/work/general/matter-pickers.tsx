import { createContext, use } from 'react'
import { generalMatter, type MatterStart } from '#contract/desk/general-matter.ts'
import type { Control } from '#web/form/control.ts'
import { PersonPicker } from '../../pickers/person-picker.tsx'

const { calls } = generalMatter

/** Names of the people whom a matter has already, by id. */
export const NamedPeople = createContext<ReadonlyMap<string, string>>(new Map())

const useChosen = (value: unknown) => {
  const id = String(value ?? '')
  const label = use(NamedPeople).get(id)
  return label === undefined ? undefined : { id, label }
}

/** Picks a person who may handle a task of the matter. */
const HandlerPicker: Control = (props) => (
  <PersonPicker {...props} from={calls.handlers} input={{}} chosen={useChosen(props.value)} />
)
/** Picks any colleague. */
const ColleaguePicker: Control = (props) => (
  <PersonPicker {...props} from={calls.people} input={{}} chosen={useChosen(props.value)} />
)

/** The pickers of a form: who handles a task is one of fewer people. */
export const controlsOfMatter = ({
  fields,
  handlers,
}: Pick<MatterStart, 'fields' | 'handlers'>): Readonly<Record<string, Control>> => ({
  taskUser: HandlerPicker,
  ...Object.fromEntries(
    fields.flatMap(({ kind, code }): [string, Control][] =>
      kind === 'person' && code ? [[code, handlers.includes(code) ? HandlerPicker : ColleaguePicker]] : [],
    ),
  ),
})
