import { icon } from '../control-icons.tsx'

export const BackSign = icon('M15 6l-6 6 6 6')
export const ForwardSign = icon('M9 6l6 6-6 6')
export const FarBackSign = icon('M11 6l-6 6 6 6M18 6l-6 6 6 6')
export const FarForwardSign = icon('M6 6l6 6-6 6M13 6l6 6-6 6')
