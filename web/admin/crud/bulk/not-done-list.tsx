interface Props {
  readonly rows: readonly { readonly id: string; readonly title: string; readonly msg: string | null }[]
}

/** Rows of an act that cannot be or were not handled, each with the reason. */
export const NotDoneList = ({ rows }: Props) =>
  rows.length ? (
    <ul className="stack gap-8 above-12">
      {rows.map(({ id, title, msg }) => (
        <li key={id}>
          {title}
          <span className="block muted small">{msg}</span>
        </li>
      ))}
    </ul>
  ) : null
