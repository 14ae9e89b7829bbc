import { createContext } from 'react'
import type { OpenWalk } from './use-walk.ts'

/** The walk that the open page is part of, for the form that decides on it. */
export const WalkContext = createContext<OpenWalk | null>(null)
