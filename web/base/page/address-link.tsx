interface Props {
  readonly address: string
}

/** The whole address of a page of the platform. */
export const absoluteAddress = (address: string): string => new URL(address, location.origin).href

/** The address of a public page as a link that opens beside the present one. */
export const AddressLink = ({ address }: Props) => {
  const href = absoluteAddress(address)
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {href}
    </a>
  )
}
