//! The example phone, from the list of shoes to a placed order.

use std::path::Path;

use crate::support::{dump, shell, tap};
use retap_sim::{PhoneFile, SimPhone};

async fn shop() -> SimPhone {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/phones/checkout.yaml");
    let file = PhoneFile::load(&path).unwrap_or_else(|e| panic!("{e}"));
    let phone = SimPhone::start(file).await.unwrap();
    shell(&phone, "am start-activity -W -n com.example.shop/.MainActivity").await;
    phone
}

#[tokio::test]
async fn red_shoes_in_size_42_can_be_ordered_twice() {
    let p = shop().await;
    assert_eq!(p.serial(), "sim-checkout");
    for _ in 0..2 {
        assert_eq!(p.screen(), "home");
        tap(&p, "Red running shoes").await;
        tap(&p, "Add to cart").await;
        let xml = dump(&p).await;
        assert!(
            xml.contains("Choose a size first") && !xml.contains("Chosen size"),
            "{xml}"
        );
        tap(&p, "Size 42").await;
        let xml = dump(&p).await;
        assert!(
            xml.contains("Chosen size: 42") && !xml.contains("Choose a size first"),
            "{xml}"
        );
        tap(&p, "Add to cart").await;
        p.state_is("added", "yes").await;
        assert!(dump(&p).await.contains("\"Added to cart\""));
        assert_eq!(p.screen(), "red");
        tap(&p, "View cart").await;
        let xml = dump(&p).await;
        assert!(
            xml.contains("Your cart") && xml.contains("Red running shoes, size 42"),
            "{xml}"
        );
        tap(&p, "Go to checkout").await;
        assert!(dump(&p).await.contains("Total: $79"));
        tap(&p, "Promo code").await;
        shell(&p, "input text SAVE10").await;
        assert_eq!(p.state("promo").as_deref(), Some("SAVE10"));
        tap(&p, "Pay").await;
        p.shown("placed").await;
        assert!(dump(&p).await.contains("Thank you for your order"));
        tap(&p, "Continue shopping").await;
    }
}

#[tokio::test]
async fn the_other_shoes_can_be_bought_too() {
    for (row, screen, price) in [
        ("Blue trail shoes", "blue", "$89"),
        ("Green sandals", "green", "$35"),
    ] {
        let p = shop().await;
        tap(&p, "Cart").await;
        assert!(dump(&p).await.contains("Your cart is empty"));
        tap(&p, "Navigate up").await;
        tap(&p, row).await;
        assert_eq!(p.screen(), screen);
        tap(&p, "Add to cart").await;
        tap(&p, "View cart").await;
        let xml = dump(&p).await;
        assert!(
            xml.contains(&format!("text=\"{row}\"")) && xml.contains(&format!("text=\"{price}\"")),
            "{xml}"
        );
    }
}

#[tokio::test]
async fn the_clock_starts_over_after_59() {
    let p = shop().await;
    p.set_state("seconds", "59");
    p.show("checkout").unwrap();
    assert!(dump(&p).await.contains("09:41:59"));
    p.state_is("seconds", "10").await;
}
