export function PlanningPage() {
  return <div>planning</div>;
}
