import { generalMatter, type MatterStart } from '#contract/desk/general-matter.ts'
import type { Control } from '#web/form/control.ts'
import { PersonPicker } from '../../pickers/person-picker.tsx'

const { calls } = generalMatter

/** Picks a person who may handle a task of the matter. */
const HandlerPicker: Control = (props) => <PersonPicker {...props} from={calls.handlers} input={{}} />
/** Picks any colleague. */
const ColleaguePicker: Control = (props) => <PersonPicker {...props} from={calls.people} input={{}} />

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
