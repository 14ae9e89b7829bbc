import { createContext, useContext } from 'react'
import type { Control } from './control.ts'
import { controls } from './controls.tsx'

/** The controls of a form, by kind. The console adds its pickers; a field whose kind has no control is not displayed. */
const TableContext = createContext<Readonly<Record<string, Control>>>(controls)
export const ControlTable = TableContext.Provider
export const useControls = (): Readonly<Record<string, Control>> => useContext(TableContext)
