interface ColumnHeadsProps {
  names: readonly string[]
  /** Classes of the row, and of each heading. */
  className?: string
  cell: string
}

/** The headings of a small table: words on the left, figures after them on the right. */
export function ColumnHeads({ names, className, cell }: ColumnHeadsProps) {
  return (
    <thead>
      <tr className={className}>
        {names.map((name, index) => (
          <th key={name} scope="col" className={`${cell} ${index ? 'text-right' : 'text-left'}`}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
