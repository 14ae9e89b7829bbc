import { createContext, useContext } from 'react'
import type { Control } from './control.ts'
import { controls } from './controls.tsx'

/** The controls a form uses, by kind. The console widens the table by its pickers; where there are none a field is not shown. */
const TableContext = createContext<Readonly<Record<string, Control>>>(controls)
export const ControlTable = TableContext.Provider
export const useControls = (): Readonly<Record<string, Control>> => useContext(TableContext)
