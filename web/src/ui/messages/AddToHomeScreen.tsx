/** How an iPhone or iPad comes to show notifications. */
export function AddToHomeScreen() {
  return (
    <div className="mt-2 rounded-medium bg-sunk px-3.5 py-3 text-s">
      <p className="font-[650]">On an iPhone or iPad</p>
      <ol className="mt-1 grid list-decimal gap-1 pl-5">
        <li>
          Tap Share, then <strong className="font-[650]">Add to Home Screen</strong>.
        </li>
        <li>Open Callout from your Home Screen and log in.</li>
        <li>Turn notifications on there.</li>
      </ol>
    </div>
  );
}
