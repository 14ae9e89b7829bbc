import { type Editor, Node } from '@tiptap/core'
import { type Command, TextSelection, type Transaction } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  tableEditing,
} from '@tiptap/pm/tables'

// the DOM properties return valid, bounded numbers, which the table commands add up
const spans = {
  colspan: { default: 1, parseHTML: (cell: HTMLElement) => (cell as HTMLTableCellElement).colSpan || 1 },
  rowspan: { default: 1, parseHTML: (cell: HTMLElement) => (cell as HTMLTableCellElement).rowSpan || 1 },
  // required by the table commands; widths are not stored
  colwidth: { default: null, rendered: false, parseHTML: () => null },
}
const onlyRealSpans = (attributes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => Number(value) > 1))

// the options of the nodes are spread, because their type does not know `tableRole`
const cell = (name: string, tag: 'td' | 'th', tableRole: string) =>
  Node.create({
    ...{ name, content: 'block+', tableRole, isolating: true },
    addAttributes: () => spans,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, onlyRealSpans(HTMLAttributes), 0],
  })

const row = Node.create({
  ...{ name: 'tableRow', content: '(tableCell | tableHeader)*', tableRole: 'row' },
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const dispatchIn = (editor: Editor, command: Command): boolean =>
  command(editor.state, editor.view.dispatch, editor.view)

/** Plain tables: Tab moves to the next cell, and from the last cell into a new row. */
const table = Node.create({
  ...{ name: 'table', content: 'tableRow+', tableRole: 'table', isolating: true, group: 'block' },
  // the role of a node in a table, which the table commands rely on
  extendNodeSchema: ({ config }) => ({ tableRole: (config as { readonly tableRole?: string }).tableRole }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const { editor } = this
    return {
      Tab: () => {
        if (!editor.isActive('table')) return false
        if (dispatchIn(editor, goToNextCell(1))) return true
        return dispatchIn(editor, addRowAfter) && dispatchIn(editor, goToNextCell(1))
      },
      'Shift-Tab': () => dispatchIn(editor, goToNextCell(-1)),
    }
  },
})

export const tables = [table, row, cell('tableCell', 'td', 'cell'), cell('tableHeader', 'th', 'header_cell')]

const cells = (type: 'tableHeader' | 'tableCell') =>
  Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] }))

/** Inserts a table of three columns with a header row; the cursor moves to the first cell. */
export const insertTable = (editor: Editor): void => {
  const rows = [cells('tableHeader'), cells('tableCell'), cells('tableCell')]
  const content = { type: 'table', content: rows.map((inside) => ({ type: 'tableRow', content: inside })) }
  const insert = ({ tr }: { readonly tr: Transaction }) => {
    const { from } = tr.selection
    tr.replaceSelectionWith(editor.schema.nodeFromJSON(content))
    // the next place for a cursor, since the position itself may be between two rows
    tr.setSelection(TextSelection.near(tr.doc.resolve(from + 1))).scrollIntoView()
    return true
  }
  editor.chain().focus().command(insert).run()
}

const commands = { addRowAfter, addColumnAfter, deleteRow, deleteColumn, deleteTable } as const
export type TableChange = keyof typeof commands

export const changeTable = (editor: Editor, change: TableChange): void => {
  dispatchIn(editor, commands[change])
  editor.commands.focus()
}
