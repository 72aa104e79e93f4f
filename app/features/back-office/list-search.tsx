import { LONGEST } from '~/domain/text-limits'
import { FilterInput } from '~/ui/filter-bar'

interface ListSearchProps {
  /** What the list is searched for now. */
  searched: string | undefined
  /** What can be searched for. */
  placeholder: string
}

/** The field by which a list is searched: it takes no more than is read (`searchText`). */
export function ListSearch({ searched, placeholder }: ListSearchProps) {
  return (
    <FilterInput
      label="Search"
      type="search"
      name="search"
      maxLength={LONGEST.search}
      defaultValue={searched}
      placeholder={placeholder}
    />
  )
}
