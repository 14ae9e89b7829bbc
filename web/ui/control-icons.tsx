import type { SVGProps } from 'react'
import css from './control-icons.module.css'

/**
 * The signs of the controls, in the line weight of icons.ts. They are drawn here because the forms of the portal need them,
 * and the icon library would come with every icon of the console.
 */
export const icon = (path: string) => {
  const ControlIcon = ({ className = '', ...rest }: SVGProps<SVGSVGElement>) => (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
      className={`${css.icon} ${className}`}
      {...rest}
    >
      <path d={path} />
    </svg>
  )
  return ControlIcon
}

export const CalendarSign = icon('M4 5h16v16H4zM4 10h16M8 3v4M16 3v4')
export const ClearSign = icon('M6 6l12 12M18 6L6 18')
export const OpenSign = icon('M6 9l6 6 6-6')
